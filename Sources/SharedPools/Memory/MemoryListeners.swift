struct MemoryListeners {
  typealias Stream = AsyncStream<LeaseStoreSignal>.Continuation

  private var streams: [LendingID: [UInt64: Stream]] = [:]
  private var lastTicket: UInt64 = 0

  /// The streams of a session, in the order in which they were opened.
  subscript(session: LendingID) -> [Stream] {
    (streams[session] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  mutating func insert(_ stream: Stream, for session: LendingID) -> UInt64 {
    lastTicket += 1
    streams[session, default: [:]][lastTicket] = stream
    return lastTicket
  }

  mutating func remove(_ ticket: UInt64, for session: LendingID) -> Stream? {
    let stream = streams[session]?.removeValue(forKey: ticket)
    if streams[session]?.isEmpty == true { streams[session] = nil }
    return stream
  }

  mutating func removeAll() -> [Stream] {
    defer { streams = [:] }
    return streams.values.flatMap(\.values)
  }
}
