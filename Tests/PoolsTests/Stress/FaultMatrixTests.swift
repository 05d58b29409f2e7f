import StagecraftPools
import TestSupport
import Testing

/// Every hook succeeds, fails, is slow, or never ends, while borrowers give up at random.
///
/// In all cases no borrower hangs, no more elements exist than allowed, and once the hooks that
/// never end are released, every created element is destroyed.
@Suite(.timeLimit(.minutes(5)))
struct FaultMatrixTests {
  enum Behaviour: CaseIterable {
    case succeeds, fails, slow, never
  }

  private static let seeds: UInt64 = 8
  private static let borrowers = 8

  @Test(arguments: Behaviour.allCases, Behaviour.allCases)
  func everyBorrowerEndsAndNoElementIsLost(make: Behaviour, prepare: Behaviour) async {
    for validate in Behaviour.allCases {
      for destroy in Behaviour.allCases {
        for seed in 0..<Self.seeds {
          let story = "make \(make), prepare \(prepare), validate \(validate), destroy \(destroy)"
          for isKeyed in [false, true] {
            await Trial(make, prepare, validate, destroy, seed: seed, isKeyed: isKeyed)
              .run("\(story), seed \(seed), \(isKeyed ? "with" : "without") keys")
          }
        }
      }
    }
  }

  private enum Pool {
    case bounded(BoundedPool<Book>)
    case keyed(KeyedPool<Int, Book>)

    func withElement(for key: Int, _ body: (Book) async -> Void) async throws {
      switch self {
      case .bounded(let pool): try await pool.withElement { await body($0) }
      case .keyed(let pool): try await pool.withElement(for: key) { await body($0) }
      }
    }

    var snapshot: PoolSnapshot {
      switch self {
      case .bounded(let pool): pool.snapshot
      case .keyed(let pool): pool.snapshot
      }
    }

    func shutdown() async -> PoolShutdownReport {
      switch self {
      case .bounded(let pool): await pool.shutdown()
      case .keyed(let pool): await pool.shutdown()
      }
    }
  }

  private struct Trial {
    let pool: Pool
    let gate = Gate()
    let alive = Tally()
    let seed: UInt64
    /// Whether each borrower gets an answer if it waits long enough, so that some can wait without
    /// a timeout.
    let endsByItself: Bool

    init(
      _ make: Behaviour, _ prepare: Behaviour, _ validate: Behaviour, _ destroy: Behaviour,
      seed: UInt64, isKeyed: Bool
    ) {
      self.seed = seed
      endsByItself = ![make, prepare, validate, destroy].contains(.never)
      let gate = gate
      let alive = alive
      var hooks = AsyncPoolHooks<Book>()
      hooks.prepareForReuse = { _ in try await Self.act(prepare, gate) }
      hooks.validate = { _ in
        try await Self.act(validate, gate)
        return true
      }
      hooks.destroy = { _, _ in
        try? await Self.act(destroy, gate)
        alive.add(-1)
      }
      var configuration = PoolConfiguration()
      configuration.validationWindow = .zero
      configuration.creation.firstRetryDelay = .milliseconds(1)
      configuration.creation.longestRetryDelay = .milliseconds(1)
      configuration.waitTimeout = nil
      configuration.seed = seed
      let capacity = 1 + Int(seed % 3)
      let bind: @Sendable () async throws -> sending Book = {
        try await Self.act(make, gate)
        alive.add()
        return Book()
      }
      guard isKeyed else {
        pool = .bounded(
          BoundedPool(
            capacity: capacity, configuration: configuration, hooks: hooks, make: bind))
        return
      }
      pool = .keyed(
        KeyedPool(
          capacity: capacity, capacityPerKey: 1 + Int(seed % 2), configuration: configuration,
          hooks: hooks
        ) { _ in try await bind() })
    }

    static func act(_ behaviour: Behaviour, _ gate: Gate) async throws {
      switch behaviour {
      case .succeeds: break
      case .fails: throw Flooded()
      case .slow: for _ in 0..<3 { await Task.yield() }
      case .never: await gate.wait()
      }
    }

    func run(_ story: String) async {
      await withTaskGroup { group in
        for borrower in 0..<FaultMatrixTests.borrowers {
          let patience = Int((seed &* 31 &+ UInt64(borrower) &* 7) % 13)
          let isPatient = endsByItself && borrower % 2 == 0
          group.addTask { await borrow(borrower % 3, givingUpAfter: isPatient ? nil : patience) }
        }
      }
      let rest = pool.snapshot
      #expect(rest.waiting == 0, "\(story)")
      #expect(rest.onLoan == 0, "\(story)")
      #expect(
        rest.idle + rest.creating + rest.preparing + rest.destroying <= rest.capacity ?? 0,
        "\(story)")
      gate.open()
      let report = await pool.shutdown()
      #expect(report.isComplete, "\(story)")
      #expect(alive.count == 0, "\(story)")
    }

    /// Two loans in a row, cancelled after some yields or never: a stranded borrower then hangs.
    private func borrow(_ key: Int, givingUpAfter patience: Int?) async {
      let reader = Task {
        for _ in 0..<2 {
          try await pool.withElement(for: key) { book in
            book.take()
            defer { book.putDown() }
            await Task.yield()
          }
        }
      }
      if let patience {
        for _ in 0..<patience { await Task.yield() }
        reader.cancel()
      }
      _ = await reader.result
    }
  }
}
