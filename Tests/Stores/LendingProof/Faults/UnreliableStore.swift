#if SQLite || PostgreSQL || PostgresNIO
internal import StageFloor
@_spi(Store) package import StagecraftSharedPools
internal import Synchronization

/// A lease store behind a bad network: requests and answers are lost, delayed and repeated, and at
/// times nothing passes for a while.
///
/// What happens is drawn from a seed.
package final class UnreliableStore: LeaseStore {
  /// How often something happens to a request, in thousandths.
  package struct Weather: Hashable, Sendable {
    /// Nothing passes for a while.
    package var silences = 2
    /// A request is lost.
    package var lostRequests = 22
    /// An answer is lost.
    package var lostAnswers = 35
    /// A request arrives later than its sender waits for it.
    package var lateRequests = 20
    /// Notifications that are lost.
    package var lostNotifications = 200

    /// Creates the usual bad weather.
    package init() {}
  }

  private struct State {
    var generator: SplitMix64
    var muteUntil: Int64 = 0
  }

  private enum Fate {
    case passes
    case losesRequest
    case losesAnswer
    case arrivesLate(Duration)
  }

  private let store: any LeaseStore
  private let history: HistoryWriter
  private let silence: Duration
  private let weather: Weather
  private let state: Mutex<State>

  /// Creates a store that passes most requests to another.
  ///
  /// - Parameters:
  ///   - store: The other store.
  ///   - seed: Determines the faults.
  ///   - silence: For how long nothing passes at a time.
  ///   - weather: How often something happens.
  ///   - history: Where the silences are written down.
  package init(
    _ store: any LeaseStore, seed: UInt64, silence: Duration, weather: Weather = Weather(),
    _ history: HistoryWriter
  ) {
    self.weather = weather
    self.store = store
    self.history = history
    self.silence = silence
    state = Mutex(State(generator: SplitMix64(seed: seed)))
  }

  /// Lets nothing pass for a while, from now on.
  package func fallSilent() {
    state.withLock { $0.muteUntil = HistoryClock.now + silence.microseconds * 1_000 }
    history.record(.fault("nothing passes for \(silence)"))
  }

  /// Passes a request on, or not.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - pool: The name of the pool.
  /// - Returns: The answer.
  /// - Throws: The error of the other store, or `unreachable`.
  package func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    switch draw() {
    case .passes: return try await store.perform(call, in: pool)
    case .losesRequest: break
    case .losesAnswer: _ = try await store.perform(call, in: pool)
    case .arrivesLate(let delay):
      Task { [store] in
        try? await Task.sleep(for: delay)
        _ = try? await store.perform(call, in: pool)
      }
    }
    throw LeaseStoreError(.unreachable, "The network has lost a call or its answer.")
  }

  /// The signals of the other store; one notification in five is lost.
  ///
  /// - Parameter session: The session.
  /// - Returns: The stream.
  package func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    let signals = store.signals(for: session)
    let (some, stream) = AsyncStream.makeStream(of: LeaseStoreSignal.self)
    let task = Task { [weak self] in
      for await signal in signals {
        if case .notification = signal, self?.isNotificationLost() ?? true { continue }
        stream.yield(signal)
      }
      stream.finish()
    }
    stream.onTermination = { _ in task.cancel() }
    return some
  }

  private func isNotificationLost() -> Bool {
    state.withLock { state in
      state.muteUntil > HistoryClock.now
        || Int.random(in: 0..<1_000, using: &state.generator) < weather.lostNotifications
    }
  }

  private func draw() -> Fate {
    let now = HistoryClock.now
    let (fate, isSilence): (Fate, Bool) = state.withLock { state in
      if now < state.muteUntil { return (.losesRequest, false) }
      var number = Int.random(in: 0..<1_000, using: &state.generator)
      func isBelow(_ share: Int) -> Bool {
        number -= share
        return number < 0
      }
      if isBelow(weather.silences) {
        state.muteUntil = now + silence.microseconds * 1_000
        return (.losesRequest, true)
      }
      if isBelow(weather.lostRequests) { return (.losesRequest, false) }
      if isBelow(weather.lostAnswers) { return (.losesAnswer, false) }
      if isBelow(weather.lateRequests) {
        let delay = Int.random(in: 1...400, using: &state.generator)
        return (.arrivesLate(.milliseconds(delay)), false)
      }
      return (.passes, false)
    }
    if isSilence { history.record(.fault("nothing passes for \(silence)")) }
    return fate
  }
}
#endif
