/// The streams of signals, by session: what a store keeps under its lock.
///
/// What it returns is used and released after the unlock, because a stream may run code of its
/// reader's.
package struct SignalStreams: Sendable {
  package typealias Stream = AsyncStream<LeaseStoreSignal>.Continuation

  private var streams: [LendingID: [UInt64: Stream]] = [:]
  private var lastNumber: UInt64 = 0

  package init() {}

  /// The streams of a session, in the order in which they were opened.
  package subscript(session: LendingID) -> [Stream] {
    (streams[session] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  package var all: [Stream] { streams.values.flatMap(\.values) }

  package mutating func insert(_ stream: Stream, for session: LendingID) -> UInt64 {
    lastNumber += 1
    streams[session, default: [:]][lastNumber] = stream
    return lastNumber
  }

  package mutating func remove(_ number: UInt64, for session: LendingID) -> Stream? {
    let stream = streams[session]?.removeValue(forKey: number)
    if streams[session]?.isEmpty == true { streams[session] = nil }
    return stream
  }

  package mutating func removeAll() -> [Stream] {
    defer { streams = [:] }
    return all
  }
}
