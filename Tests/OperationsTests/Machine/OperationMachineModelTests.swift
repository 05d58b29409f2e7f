import TestSupport
import Testing

@testable import StagecraftOperations

/// Random scenarios; each answer of the machine is compared with a naive model.
@Suite(.serialized, .onSeparateThread, .timeLimit(.minutes(5)))
struct OperationMachineModelTests {
  /// The possible events of a scenario.
  struct Rules: Sendable {
    var managers = 1
    var limits: ClosedRange<Int> = 1...3
    var categories: [Int] = []
    var usesChecks = false
    var usesLateEdges = true
    var usesChildren = false
    var usesWaits = false
    var usesPreemption = false
    var usesOwnSchedules = false
    var usesShared = false
    /// Whether bodies that hold a category with a limit above 1 wait.
    var mayDeadlock: Bool { (usesWaits || usesChildren) && categories.contains { $0 > 1 } }
    var length = 200
    var population = 12
    /// The amount of work that a call does at a time.
    var slice = Int.max
    /// Whether other calls run between the slices of one.
    var interleaves = false
    /// The number of calls between two checks of all invariants.
    var checksEach = 3
    /// Whether some managers have no limit, and their drivers take operations ahead.
    var takesAhead = false
    /// Whether plain operations take the general way too.
    var forcesSlowPath = false

    /// All features, with several managers.
    static func everything(
      managers: Int = 3, categories: [Int] = [1, 1, 1], length: Int = 300, population: Int = 20
    ) -> Rules {
      var rules = Rules()
      rules.managers = managers
      rules.categories = categories
      rules.usesChecks = true
      rules.usesChildren = true
      rules.usesWaits = true
      rules.usesPreemption = true
      rules.usesOwnSchedules = true
      rules.usesShared = true
      rules.length = length
      rules.population = population
      return rules
    }
  }

  @Test func edgesAndCancellationAgreeWithTheModel() async throws {
    try await converse(Rules(), seeds: 0..<60)
  }

  @Test func conditionsAgreeWithTheModel() async throws {
    var rules = Rules()
    rules.usesChecks = true
    rules.usesShared = true
    try await converse(rules, seeds: 1_000..<1_080)
  }

  @Test func categoriesAgreeWithTheModel() async throws {
    var rules = Rules()
    rules.managers = 2
    rules.categories = [1, 2, 1]
    rules.usesPreemption = true
    try await converse(rules, seeds: 2_000..<2_070)
  }

  @Test func waitsAndChildrenAgreeWithTheModel() async throws {
    var rules = Rules()
    rules.managers = 2
    rules.usesWaits = true
    rules.usesChildren = true
    try await converse(rules, seeds: 3_000..<3_080)
  }

  @Test func allFeaturesTogetherAgreeWithTheModel() async throws {
    try await converse(.everything(length: 400), seeds: 4_000..<4_040)
  }

  @Test(arguments: [1, 2, 7]) func slicesDoNotChangeTheResults(_ slice: Int) async throws {
    var rules = Rules.everything()
    rules.slice = slice
    try await converse(rules, seeds: 6_000..<6_015)
  }

  /// Several calls are in the middle of their work at the same time, and others run in between.
  @Test(arguments: [1, 2, 7]) func interleavedSlicesAgreeWithTheModel(_ slice: Int) async throws {
    var rules = Rules.everything()
    rules.slice = slice
    rules.interleaves = true
    try await converse(rules, seeds: 7_080..<7_105)
  }

  /// With operations taken ahead, and in general, plain operations give the answers of the model.
  @Test(arguments: [false, true]) func operationsTakenAheadAgreeWithTheModel(
    _ forcesSlowPath: Bool
  ) async throws {
    var plain = Rules()
    plain.managers = 2
    plain.population = 40
    plain.takesAhead = true
    plain.forcesSlowPath = forcesSlowPath
    let counts = try await converse(plain, seeds: 8_000..<8_060)
    try check((counts.ahead > 50) != forcesSlowPath, "\(counts.ahead) were ahead")
    try check((counts.plain > 500) != forcesSlowPath, "\(counts.plain) ended in one step")
    var rules = Rules.everything(length: 400, population: 30)
    rules.takesAhead = true
    rules.forcesSlowPath = forcesSlowPath
    try await converse(rules, seeds: 8_100..<8_130)
  }

  @Test func longScenariosAgreeWithTheModel() async throws {
    let rules = Rules.everything(managers: 2, categories: [1, 2], length: 4_000, population: 12)
    try await converse(rules, seeds: 5_000..<5_003)
  }

  /// - Returns: How many operations were taken ahead, and how many ended in one step.
  @discardableResult
  private func converse(
    _ rules: Rules, seeds: Range<UInt64>
  ) async throws -> (ahead: Int, plain: Int) {
    // On its own thread: other tests need the threads of tasks.
    try await onThread {
      var counts = (ahead: 0, plain: 0)
      try withEverySeed(in: seeds) { generator in
        var scenario = OperationScenario(rules, &generator)
        try scenario.run()
        counts.ahead += scenario.rig.aheadTotal
        counts.plain += scenario.rig.plainEnds
      }
      return counts
    }
  }
}
