import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// Random graphs on several managers, in an order drawn from a seed: the same seed reproduces the
/// run.
@Suite("Model of managers", .serialized, .timeLimit(.minutes(10)))
struct ManagerModelTests {
  /// The behaviour of a body, decided before it is submitted to a manager.
  private struct Plan {
    var fails = 0
    var retries = 0
    var isCancelled = false
    var edges: [(kind: EdgeKind, dependency: Int)] = []
  }

  /// One run of one seed.
  private final class Story: Sendable {
    let executor: SeededExecutor
    let clock = ManualClock()
    let managers: [OperationManager]
    let categories = [OperationCategory("one"), OperationCategory("two", limit: 2)]
    /// Starts and ends of bodies, in their order: `+3`, `-3`.
    let log = Log()
    let holders = Locked([0, 0])
    let tooMany = Locked(0)

    init(seed: UInt64) {
      let executor = SeededExecutor(seed: seed)
      self.executor = executor
      let clock = clock
      managers = [nil, 1, 2].map { limit in
        var configuration = OperationManager.Configuration()
        configuration.executor = executor
        configuration.clock = clock
        configuration.maximumConcurrency = limit
        configuration.seed = seed
        return OperationManager("manager", configuration: configuration)
      }
    }

    func enter(_ category: Int?) {
      guard let category else { return }
      let now = holders.withLock { holders in
        holders[category] += 1
        return holders[category]
      }
      if now > categories[category].limit { tooMany.withLock { $0 += 1 } }
    }

    func leave(_ category: Int?) {
      guard let category else { return }
      holders.withLock { $0[category] -= 1 }
    }

    func submit(
      _ number: Int, _ plan: Plan, category: Int?, to manager: Int, priority: UInt8,
      after handles: [OperationHandle<Int>]
    ) -> OperationHandle<Int> {
      var options = OperationOptions("\(number)", priority: OperationPriority(level: priority))
      options.categories = category.map { [categories[$0]] } ?? []
      if plan.retries > 0 { options.retry = .times(plan.retries) }
      let handle = managers[manager].prepare(options) { () async throws -> Int in
        self.enter(category)
        defer { self.leave(category) }
        self.log.note("+\(number)")
        await Task(executorPreference: self.executor) {}.value
        self.log.note("-\(number)")
        try Task.checkCancellation()
        if OperationContext.current!.attempt <= plan.fails { throw Broken() }
        return number
      }
      for (kind, dependency) in plan.edges {
        // Refused once an earlier edge has decided its end.
        try? Engine.shared.addDependency(handles[dependency], kind, to: handle)
      }
      handle.submit()
      return handle
    }
  }

  @Test("Every operation ends once, as in the table, and every edge holds", .onSeparateThread)
  func model() async throws {
    for seed in UInt64(1)...1_000 {
      try await Labels.$stack.withValue(["seed = \(seed)"]) { try await run(seed) }
    }
  }

  private func draw(_ number: Int, _ generator: inout SeededGenerator) -> Plan {
    var plan = Plan()
    if generator.oneIn(4) { plan.fails = Int.random(in: 1...3, using: &generator) }
    if generator.oneIn(3) { plan.retries = Int.random(in: 1...2, using: &generator) }
    plan.isCancelled = generator.oneIn(8)
    for _ in 0..<min(number, Int.random(in: 0...3, using: &generator)) {
      let kinds: [EdgeKind] = [.requires, .requires, .follows, .result, .failed]
      plan.edges.append(
        (kinds.randomElement(using: &generator)!, Int.random(in: 0..<number, using: &generator)))
    }
    return plan
  }

  private func run(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let story = Story(seed: seed)
    var plans: [Plan] = []
    var handles: [OperationHandle<Int>] = []
    for number in 0..<25 {
      let plan = draw(number, &generator)
      plans.append(plan)
      let category = [nil, 0, 1].randomElement(using: &generator)!
      handles.append(
        story.submit(
          number, plan, category: category, to: Int.random(in: 0..<3, using: &generator),
          priority: UInt8.random(in: 0..<5, using: &generator), after: handles))
      for _ in 0..<Int.random(in: 0...6, using: &generator) { story.executor.step() }
      if plan.isCancelled {
        handles.randomElement(using: &generator)?.cancel()
        plans[number].isCancelled = true
      }
    }
    // Retries have no delay, but run in a task of the clock.
    while handles.contains(where: { $0.ending == nil }) {
      story.executor.run()
      if handles.contains(where: { $0.ending == nil }) { try await story.executor.nextJob() }
    }
    story.executor.run()
    for manager in story.managers { #expect(manager.operationCount == 0, "\(Labels.text)") }
    #expect(story.tooMany.withLock { $0 } == 0, "\(Labels.text)")
    check(plans, handles, story.log.entries)
  }

  private func check(_ plans: [Plan], _ handles: [OperationHandle<Int>], _ log: [String]) {
    for (number, plan) in plans.enumerated() {
      let ending = handles[number].ending!
      let firstStart = log.firstIndex(of: "+\(number)")
      for (kind, dependency) in plan.edges {
        let other = handles[dependency].ending!
        if let firstStart {
          let lastEnd = log.lastIndex(of: "-\(dependency)") ?? -1
          #expect(lastEnd < firstStart, "\(dependency) before \(number), \(Labels.text)")
          #expect(kind.consequence(of: other) == nil, "\(dependency) → \(number), \(Labels.text)")
        }
        if kind.consequence(of: other) != nil {
          #expect(ending == .cancelled || ending == .skipped, "\(number), \(Labels.text)")
        }
      }
      let attempts = log.filter { $0 == "+\(number)" }.count
      let isFree = plan.edges.allSatisfy {
        $0.kind.consequence(of: handles[$0.dependency].ending!) == nil
      }
      switch ending {
      case .succeeded: #expect(attempts == plan.fails + 1, "\(number), \(Labels.text)")
      case .failed:
        #expect(attempts == plan.retries + 1 && plan.fails >= attempts, "\(Labels.text)")
      case .cancelled:
        let isRequested = handles[number].cancellationReason?.kind == .requested
        #expect(isRequested || !isFree, "\(number), \(Labels.text)")
      case .skipped: #expect(!isFree && attempts == 0, "\(number), \(Labels.text)")
      }
    }
  }

  @Test("The same seed reproduces the run") func replay() async throws {
    for seed in UInt64(1)...20 {
      var stories: [[String]] = []
      for _ in 0..<2 {
        var generator = SeededGenerator(seed: seed)
        let story = Story(seed: seed)
        var handles: [OperationHandle<Int>] = []
        for number in 0..<25 {
          var plan = draw(number, &generator)
          // A retry returns through the clock, at no defined point of the executor.
          plan.retries = 0
          handles.append(
            story.submit(
              number, plan, category: number % 3 == 0 ? 0 : nil, to: number % 3, priority: 2,
              after: handles))
          if plan.isCancelled { handles.randomElement(using: &generator)?.cancel() }
        }
        story.executor.run()
        #expect(handles.allSatisfy { $0.ending != nil })
        stories.append(story.log.entries)
      }
      #expect(stories[0] == stories[1], "seed \(seed)")
    }
  }
}
