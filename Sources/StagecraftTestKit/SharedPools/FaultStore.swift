internal import StageFloor
@_spi(Store) public import StagecraftSharedPools

/// A lease store that fails as a network does, at points that a test names.
///
/// It drops, delays and repeats requests to another store, and that store's answers.
///
/// ```swift
/// let store = FaultStore(MemoryLeaseStore(clock: clock))
/// store.plan(.loseAnswer, for: .giveBack)
/// ```
///
/// Faults for one kind of request are used up in the order in which they were planned. Without a
/// plan, requests pass.
public final class FaultStore: LeaseStore {
  /// What happens to a request.
  public enum Fault: Hashable, Sendable {
    /// It passes.
    case pass
    /// It does not arrive, and fails as unreachable.
    case loseRequest
    /// It is decided, but its answer is lost: it fails as unreachable.
    case loseAnswer
    /// It is decided twice, as if the network had repeated it; the second answer is given.
    case `repeat`
    /// It is held before it arrives, until ``FaultStore/release(_:)``.
    case holdRequest
    /// It is decided, and its answer is held until ``FaultStore/release(_:)``.
    case holdAnswer
    /// It fails with this error, and does not arrive.
    case fail(LeaseStoreError)
  }

  /// The kind of a request.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case open, ask, renew, giveBack, withdraw, sweep, close, keep, report, events

    init(_ call: LendingCall) {
      switch call {
      case .open: self = .open
      case .ask: self = .ask
      case .renew: self = .renew
      case .giveBack: self = .giveBack
      case .withdraw: self = .withdraw
      case .sweep: self = .sweep
      case .close: self = .close
      case .keep: self = .keep
      case .report: self = .report
      case .events: self = .events
      }
    }
  }

  private struct State {
    var plans: [Kind: [Fault]] = [:]
    var always: [Kind: Fault] = [:]
    var isCut = false
    var scatter: (count: UInt64, generator: SplitMix64)?
    var losesNotifications = false
    var held: [Kind: [UnsafeContinuation<Void, Never>]] = [:]
    var seen: [LendingCall] = []
    var watchers: [(Kind, UnsafeContinuation<Void, Never>)] = []
    var missed: [Kind: Int] = [:]
    var streams: [AsyncStream<LeaseStoreSignal>.Continuation] = []

    var scattered: Fault? {
      mutating get {
        guard let count = scatter?.count, let number = scatter?.generator.next(),
          number % count == 0
        else { return nil }
        return [Fault.loseRequest, .loseAnswer, .repeat][Int(number / count % 3)]
      }
    }
  }

  private let store: any LeaseStore
  private let state = Guarded(State())

  /// Creates a store that passes all requests to another.
  ///
  /// - Parameter store: The other store.
  public init(_ store: any LeaseStore) { self.store = store }

  // MARK: Planning

  /// Plans what happens to the next requests of a kind.
  ///
  /// - Parameters:
  ///   - faults: What happens to the next one, the one after that, and so on.
  ///   - kind: The kind of request.
  public func plan(_ faults: Fault..., for kind: Kind) {
    state.withLock { $0.plans[kind, default: []] += faults }
  }

  /// Sets what happens to all requests of a kind for which nothing is planned.
  ///
  /// - Parameters:
  ///   - fault: What happens, or `nil` to let them pass.
  ///   - kind: The kind of request.
  public func always(_ fault: Fault?, for kind: Kind) {
    state.withLock { $0.always[kind] = fault }
  }

  /// Lets about one in `count` of the requests fail for which nothing is planned.
  ///
  /// It is lost, its answer is lost, or it arrives twice.
  ///
  /// - Parameters:
  ///   - count: How many requests suffer one fault on average; at least 1.
  ///   - seed: The same seed chooses the same requests, by their order of arrival.
  public func scatterFaults(oneIn count: Int, seed: UInt64) {
    require(count >= 1, "One in \(count) requests cannot fail; the count is at least 1.")
    state.withLock { $0.scatter = (UInt64(count), SplitMix64(seed: seed)) }
  }

  /// Whether no request arrives, as if the network were cut.
  public var isCut: Bool {
    get { state.withLock { $0.isCut } }
    set { state.withLock { $0.isCut = newValue } }
  }

  /// Whether notifications are lost.
  public var losesNotifications: Bool {
    get { state.withLock { $0.losesNotifications } }
    set { state.withLock { $0.losesNotifications = newValue } }
  }

  /// Sends a signal to all sessions, such as that it cannot notify them.
  ///
  /// - Parameter signal: The signal.
  @_spi(Store) public func send(_ signal: LeaseStoreSignal) {
    for stream in state.withLock({ $0.streams }) { stream.yield(signal) }
  }

  /// Lets held requests and answers of a kind go on.
  ///
  /// - Parameter kind: The kind of request.
  public func release(_ kind: Kind) {
    let held = state.withLock { $0.held.removeValue(forKey: kind) ?? [] }
    for one in held { one.resume() }
  }

  // MARK: Looking

  /// All requests that were sent, including those that did not arrive.
  @_spi(Store) public var requests: [LendingCall] { state.withLock { $0.seen } }

  /// The requests of one kind that were sent, including those that did not arrive.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: The requests, in the order in which they were sent.
  @_spi(Store) public func requests(_ kind: Kind) -> [LendingCall] {
    requests.filter { Kind($0) == kind }
  }

  /// Waits until a request of a kind has been answered, has failed, or is held.
  ///
  /// Each of these moments ends one call, also if it came before the call.
  ///
  /// - Parameter kind: The kind.
  public func next(_ kind: Kind) async {
    await parked { (continuation: UnsafeContinuation<Void, Never>) in
      state.withLock { state -> Void? in
        if let missed = state.missed[kind], missed > 0 {
          state.missed[kind] = missed - 1
          return ()
        }
        state.watchers.append((kind, continuation))
        return nil
      }
    }
  }

  // MARK: LeaseStore

  /// Lets another store decide a request, or not.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - pool: The name of the pool.
  /// - Returns: The other store's answer.
  /// - Throws: `LeaseStoreError`, from the plan or the other store.
  @_spi(Store) public func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    let kind = Kind(call)
    let fault = state.withLock { state -> Fault in
      state.seen.append(call)
      if state.isCut { return .loseRequest }
      guard let planned = state.plans[kind]?.first else {
        return state.always[kind] ?? state.scattered ?? .pass
      }
      state.plans[kind]?.removeFirst()
      return planned
    }
    defer { settle(kind) }
    switch fault {
    case .pass: return try await store.perform(call, in: pool)
    case .loseRequest: throw LeaseStoreError(.unreachable, "The test has lost the request.")
    case .loseAnswer:
      _ = try await store.perform(call, in: pool)
      throw LeaseStoreError(.unreachable, "The test has lost the answer.")
    case .repeat:
      _ = try await store.perform(call, in: pool)
      return try await store.perform(call, in: pool)
    case .holdRequest:
      await hold(kind)
      return try await store.perform(call, in: pool)
    case .holdAnswer:
      let answer = try await store.perform(call, in: pool)
      await hold(kind)
      return answer
    case .fail(let error): throw error
    }
  }

  /// The signals of the other store to a session, without notifications if those are lost.
  ///
  /// - Parameter session: The session.
  /// - Returns: The stream, which ends when the other store's does.
  @_spi(Store) public func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    let (signals, stream) = AsyncStream.makeStream(of: LeaseStoreSignal.self)
    let source = store.signals(for: session)
    state.withLock { $0.streams.append(stream) }
    let relay = Task { [weak self] in
      for await signal in source {
        guard let self else { break }
        if case .notification = signal, losesNotifications { continue }
        stream.yield(signal)
      }
      stream.finish()
    }
    stream.onTermination = { _ in relay.cancel() }
    return signals
  }

  private func hold(_ kind: Kind) async {
    await withUnsafeContinuation { continuation in
      state.withLock { $0.held[kind, default: []].append(continuation) }
      settle(kind)
    }
  }

  private func settle(_ kind: Kind) {
    let watcher = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      if let index = state.watchers.firstIndex(where: { $0.0 == kind }) {
        return state.watchers.remove(at: index).1
      }
      state.missed[kind, default: 0] += 1
      return nil
    }
    watcher?.resume()
  }
}
