#if SQLite
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

/// A session at a store, in the pool "books".
struct Reader: Sendable {
  let store: SQLiteStore
  let session = LendingSession(id: .random(), host: "localhost", process: 1)
  let signals: AsyncStream<LeaseStoreSignal>

  init(_ store: SQLiteStore, settings: SharedPoolSettings? = nil) async throws {
    self.store = store
    signals = store.signals(for: session.id)
    guard case .opened = try await perform(.open(settings: settings, session: session)) else {
      Issue.record("The pool was not opened.")
      return
    }
  }

  func perform(_ call: LendingCall) async throws -> LendingAnswer {
    try await store.perform(call, in: "books")
  }

  func add(_ names: String...) async throws {
    for name in names {
      let add = LendingUpkeep.add(
        name: name, labels: ["novel"], payload: Array(name.utf8), token: .random())
      #expect(try await perform(.keep(add)) == .done)
    }
  }

  func ask(joinsLine: Bool = true) -> LendingAsk {
    LendingAsk(id: .random(), session: session.id, wants: [Want()], joinsLine: joinsLine)
  }

  func outcome(_ ask: LendingAsk) async throws -> LendingOutcome {
    let answer = try await perform(.ask(ask))
    guard case .asked(let outcome) = answer else {
      Issue.record("The answer was \(answer).")
      return .unknown
    }
    return outcome
  }

  /// Asks until it is granted, after each notification.
  func borrow(_ ask: LendingAsk) async throws -> LendingGrant {
    var iterator = signals.makeAsyncIterator()
    while true {
      switch try await outcome(ask) {
      case .granted(let grant): return grant
      case .waiting:
        while let signal = await iterator.next(isolation: nil), signal != .notification(ask.id) {}
      case let other:
        Issue.record("The outcome was \(other).")
        throw CancellationError()
      }
    }
  }

  func giveBack(_ ask: LendingAsk, _ grant: LendingGrant) async throws {
    let key = LendingKey(request: ask.id, fence: grant.fence)
    #expect(try await perform(.giveBack(LendingReturn(lease: key))) == .returned(.returned))
  }

  func report() async throws -> SharedPoolReport {
    guard case .reported(let report) = try await perform(.report) else {
      Issue.record("No report.")
      throw CancellationError()
    }
    return report
  }
}

extension LendingOutcome {
  var grant: LendingGrant? {
    if case .granted(let grant) = self { grant } else { nil }
  }

  var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }
}

/// The error of an operation that must fail.
func failure(_ body: () async throws -> some Any) async -> LeaseStoreError? {
  do {
    let value = try await body()
    Issue.record("It did not fail: \(value)")
    return nil
  } catch let error as LeaseStoreError {
    return error
  } catch {
    Issue.record("It failed with \(error).")
    return nil
  }
}
#endif
