#if SQLite
internal import StagecraftSharedPools

struct SignalStreams {
  typealias Stream = AsyncStream<LeaseStoreSignal>.Continuation

  private var streams: [LendingID: [UInt64: Stream]] = [:]
  private var last: UInt64 = 0

  mutating func insert(_ stream: Stream, for session: LendingID) -> UInt64 {
    last += 1
    streams[session, default: [:]][last] = stream
    return last
  }

  mutating func remove(_ number: UInt64, for session: LendingID) -> Stream? {
    let stream = streams[session]?.removeValue(forKey: number)
    if streams[session]?.isEmpty == true { streams[session] = nil }
    return stream
  }

  mutating func removeAll() -> [Stream] {
    defer { streams = [:] }
    return all
  }

  var all: [Stream] { streams.values.flatMap { Array($0.values) } }

  subscript(session: LendingID) -> [Stream] { streams[session].map { Array($0.values) } ?? [] }
}
#endif
