import Stagecraft
import Testing

@testable import TourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LaunchSceneTests {
  private let tasks = LaunchPlan.tasks

  @Test func thirtyTasksEachAfterThoseItNeeds() {
    #expect(tasks.count == 30)
    #expect(Set(tasks.map(\.name)).count == 30)
    for (place, task) in tasks.enumerated() {
      let before = Set(tasks[..<place].map(\.name))
      #expect(before.isSuperset(of: task.needs), "\(task.name)")
    }
    #expect(tasks.count { $0.kind == .main } >= 8)
  }

  @Test func thePlanHasTheTextbooksEdges() {
    for (first, second) in LaunchScene.famousEdges {
      #expect(tasks.needed(for: second).contains(first))
    }
    #expect(tasks.needed(for: "content page").contains("launch page"))
    #expect(tasks.allSatisfy { tasks.needed(for: $0.name).contains(LaunchPlan.collector) })
  }

  @Test func theFirstScreenNeedsLittle() {
    let bound = LaunchBound(of: tasks, cores: 2)
    #expect(tasks.needed(for: LaunchPlan.firstScreen).count == 6)
    #expect(bound.firstScreen < bound.total)
    #expect(LaunchBound(of: tasks, cores: 1).total > bound.total)
  }

  @Test func byPriorityEdgesAreNotKept() async throws {
    let report = try await LaunchByPriority(tasks: tasks, cores: 2).run()
    #expect(report.missed.contains { $0 == ("network configuration", "certificates") })
    #expect(report.atATime <= 2)
    #expect(report.done.count == 30)
  }

  @Test func theGraphKeepsAllEdges() async throws {
    let outcome = try await LaunchGraph(tasks: tasks, cores: 2).run()
    #expect(outcome.report.missed.isEmpty)
    #expect(outcome.report.done.count == 30)
    #expect(outcome.failed == [])
    let file = try TraceFile(outcome.trace.chromeJSON(), named: "stagecraft-launch-test.json")
    #expect(file.bars ?? 0 >= 30)
  }

  @Test func aFailureReachesTheCollector() async throws {
    let outcome = try await LaunchGraph(tasks: tasks, cores: 2, broken: LaunchPlan.broken).run()
    #expect(outcome.report.first == LaunchPlan.collector)
    #expect(outcome.report.errors.map(\.task) == [LaunchPlan.broken])
    #expect(outcome.failed == [LaunchPlan.broken])
    #expect(!outcome.report.done.contains("suggestions"))
  }
}
