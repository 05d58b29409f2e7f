import TestSupport
import Testing

@testable import StagecraftOperations

/// Random scenarios; each answer of the machine is compared with a naive model.
@Suite(.serialized, .onSeparateThread, .timeLimit(.minutes(5)))
struct OperationMachineModelTests {
  typealias Rules = OperationScenario.Rules

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
