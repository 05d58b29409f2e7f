internal import StageFloor
@_spi(Store) public import StagecraftSharedPools

/// A conversation with a lease store, in an order determined by a seed.
///
/// It opens sessions, borrows, renews, returns, withdraws, keeps the stock, lets leases expire and
/// sessions go, and repeats requests. ``run(seed:steps:stepsClockBack:against:)`` holds it with a
/// store and with `LendingMachine` in memory, and compares each answer:
///
/// ```swift,ignore
/// for seed: UInt64 in 0..<20 {
///   let store = try MyStore(clock: { clock.microseconds })
///   let difference = try await LendingConversation.run(seed: seed, steps: 1_000) { request, now in
///     clock.microseconds = now
///     return try await store.perform(request, in: "books")
///   }
///   #expect(difference == nil, "\(difference, default: "")")
/// }
/// ```
///
/// The store must read its clock from the test, must begin with an empty pool, and must keep its
/// log for at least 30 days. Fences and the numbers of log entries are compared by order only,
/// because a store may skip some. The sentences of refused requests and the times of log entries
/// are not compared.
///
/// Without a second store, a conversation supplies realistic calls: use ``next()`` repeatedly.
@_spi(Store) public struct LendingConversation: Sendable {
  /// A call, and when it is made.
  public struct Step: Sendable {
    /// The store's clock, in microseconds.
    public var now: Int64
    /// The call.
    public var call: LendingCall
    /// The answer of `LendingMachine`.
    public var answer: LendingAnswer
    /// The requests that `LendingMachine` notifies.
    public var notifications: [LendingMachine<MemoryRecords>.Notification]
  }

  /// The seed that determines the order.
  public let seed: UInt64
  /// Whether the clock is at times set back by up to an hour.
  public let stepsClockBack: Bool

  /// The machine with which answers are compared.
  public package(set) var reference = LendingMachine(MemoryRecords())
  /// The store's clock.
  public package(set) var now: Int64 = 1_000_000_000_000

  var generator: SplitMix64
  var settings: SharedPoolSettings
  let stock: Int
  /// How many requests may wait before fewer are made.
  let queue: Int
  var sessions: [LendingSession] = []
  var asks: [LendingAsk] = []
  /// Identifiers that were withdrawn before they were used.
  var withdrawn: [LendingID] = []
  /// The leases that an answer has named, the latest ones.
  var keys: [LendingKey] = []
  /// The number of the last entry of the log that was read.
  var lastEvent: Int64 = 0
  var tokens: [String: LendingID] = [:]
  var pending: [LendingCall] = []
  var longPauses = 0

  /// Creates a conversation that has not begun.
  ///
  /// - Parameters:
  ///   - seed: The seed that determines the order.
  ///   - stepsClockBack: Whether the clock is at times set back by up to an hour.
  public init(seed: UInt64, stepsClockBack: Bool = false) {
    self.seed = seed
    self.stepsClockBack = stepsClockBack
    generator = SplitMix64(seed: seed)
    stock = [1, 3, 6, 12, 30][Int(generator.next() % 5)]
    queue = [3, 10, 30][Int(generator.next() % 3)]
    settings = SharedPoolSettings()
    settings = drawSettings()
    for number in 1...Int.random(in: 2...6, using: &generator) {
      sessions.append(
        LendingSession(
          id: .random(using: &generator), host: "client-\(number)", process: Int32(100 + number),
          job: number.isMultiple(of: 2) ? "" : "reader's \"job\" nº \(number)"))
    }
    pending = sessions.map { .open(settings: settings, session: $0) }
    pending.append(.keep(drawAdd()))
  }

  /// Makes the next call of the conversation, and answers it with `LendingMachine`.
  ///
  /// - Returns: The call and the answer.
  public mutating func next() -> Step {
    if pending.isEmpty { advance() }
    let call = pending.isEmpty ? draw() : pending.removeFirst()
    reference.records.time = now
    let decision = reference.decide(call, at: now)
    receive(decision.answer, to: call)
    return Step(
      now: now, call: call, answer: decision.answer, notifications: decision.notifications)
  }

  private mutating func receive(_ answer: LendingAnswer, to call: LendingCall) {
    switch (call, answer) {
    case (.ask(let ask), .asked(let outcome)):
      if case .granted(let grant) = outcome { receive(grant, of: ask.id) }
    case (.renew(let batch), .renewed(_, let outcomes)):
      for (id, outcome) in zip(batch.waiting, outcomes) {
        if case .granted(let grant) = outcome { receive(grant, of: id) }
      }
    case (.events, .events(let events)): lastEvent = events.last?.number ?? lastEvent
    default: break
    }
  }

  private mutating func receive(_ grant: LendingGrant, of request: LendingID) {
    let key = LendingKey(request: request, fence: grant.fence)
    if !keys.contains(key) { keys.append(key) }
    if keys.count > 60 { keys.removeFirst() }
  }
}
