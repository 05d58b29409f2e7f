import StagecraftTraces
import TestSupport
import Testing

struct CriticalPathTests {
  @Test func thePathConsistsOfBlockers() {
    let path = OperationTrace.launch.criticalPath
    #expect(path.steps.map(\.id) == [2, 4], "not the login, though the page requires it")
    #expect(path.total == .milliseconds(30))
    #expect(path.waiting == .zero)
  }

  @Test func waitingAndRunningAddUp() {
    let path = OperationTrace.launch.criticalPath(to: 3)
    #expect(path.steps.map(\.name) == ["network", "login"])
    #expect(path.steps.map(\.waiting) == [.milliseconds(1), .milliseconds(1)])
    #expect(path.steps.map(\.selfTime) == [.milliseconds(10), .milliseconds(6)])
    #expect(path.total == .milliseconds(18))
    #expect(OperationTrace.launch.criticalPath(to: 99).steps.isEmpty)
  }

  @Test func anOperationThatNeverRanCanBeOnThePath() {
    let path = OperationTrace.launch.criticalPath(to: 5)
    #expect(path.steps.map(\.id) == [2, 4, 5])
    #expect(path.steps[2].selfTime == .zero)
    #expect(path.total == .milliseconds(30))
  }

  @Test func aCategoryReleasedEarlyCountsOnlyWhileItWasHeld() {
    let trace = OperationTrace(
      name: "alerts",
      nodes: [
        OperationTrace.Node(
          id: 0, name: "first", submitted: .zero, started: .zero, ended: .milliseconds(50)),
        OperationTrace.Node(
          id: 1, name: "second", submitted: .zero, started: .milliseconds(20),
          ended: .milliseconds(70), blocker: .category("alert", heldBy: 0)),
      ])
    #expect(trace.criticalPath.steps.map(\.selfTime) == [.milliseconds(20), .milliseconds(50)])
    #expect(trace.criticalPath.total == .milliseconds(70))
  }

  @Test func aCycleOfBlockersEndsThePath() {
    let trace = OperationTrace(
      name: "nonsense",
      nodes: (0..<2).map {
        OperationTrace.Node(
          id: $0, name: "\($0)", started: .zero, ended: .zero, blocker: .dependency(1 - $0))
      })
    #expect(trace.criticalPath.steps.map(\.id) == [1, 0])
    #expect(trace.slack == [0: .zero, 1: .zero])
  }

  @Test func slackIsTheTimeThatAnOperationCouldLose() {
    let slack = OperationTrace.launch.slack
    #expect(slack == [1: .milliseconds(2), 2: .zero, 3: .milliseconds(2), 4: .zero])
  }

  @Test func blockersAreInferredFromTheTimes() {
    var trace = OperationTrace.launch
    for index in trace.nodes.indices { trace.nodes[index].blocker = .nothing }
    trace.inferBlockers()
    #expect(
      trace.nodes.map(\.blocker)
        == [.nothing, .nothing, .dependency(1), .dependency(2), .nothing])
    trace.nodes[3].blocker = .nothing
    trace.nodes[3].dependencies = []
    trace.inferBlockers()
    #expect(trace.nodes[3].blocker == .width(freedBy: 2))
  }

  @Test func pathAndSlackAgreeWithAnExhaustiveSearch() throws {
    try withEverySeed(in: 1..<200) { generator in
      let count = Int.random(in: 1...10, using: &generator)
      var trace = OperationTrace.unhindered(count: count, using: &generator)
      trace.inferBlockers()
      let longest = trace.nodes.indices.map { trace.longestChain(to: $0) }
      let path = trace.criticalPath
      #expect(path.total == longest.max(), "\(Labels.text)")
      #expect(path.total == trace.duration, "\(Labels.text)")
      let slack = trace.slack
      for index in trace.nodes.indices {
        #expect(trace.criticalPath(to: index).total == longest[index], "\(Labels.text)")
        let through = longest[index] + trace.longestChain(from: index) - trace.nodes[index].span
        #expect(slack[index] == trace.duration - through, "\(Labels.text)")
      }
      #expect(path.steps.allSatisfy { slack[$0.id] == .zero }, "\(Labels.text)")
    }
  }
}

@Suite(.timeLimit(.minutes(3)))
struct BoundTests {
  @Test func theLargestOfThreeBoundsCounts() {
    let trace = OperationTrace.launch
    #expect(trace.lowerBound(cores: 1) == .milliseconds(44), "work")
    #expect(trace.lowerBound(cores: 2) == .milliseconds(30), "main lane")
    #expect(trace.simulated(cores: 1) == .milliseconds(44))
    #expect(trace.simulated(cores: 2) == .milliseconds(30))
  }

  @Test func anOperationThatOnlyWaitsNeedsNoProcessor() {
    let nodes = (0..<3).map {
      OperationTrace.Node(
        id: $0, name: "\($0)", lane: "thread", started: .zero, ended: .seconds(1))
    }
    #expect(OperationTrace(name: "files", nodes: nodes).simulated(cores: 1) == .seconds(1))
    #expect(OperationTrace(name: "files", nodes: nodes).lowerBound(cores: 1) == .seconds(1))
  }

  @Test func lanesAreSerial() {
    let nodes = ["main", "main", "Desk", "Desk", "compute", "compute"].enumerated().map {
      OperationTrace.Node(id: $0, name: "", lane: $1, started: .zero, ended: .seconds(1))
    }
    let trace = OperationTrace(name: "lanes", nodes: nodes)
    #expect(trace.simulated(cores: 8) == .seconds(2))
    #expect(trace.simulated(cores: 2) == .seconds(3))
  }

  @Test func sumsSaturate() {
    let nodes = (0..<4).map { index in
      OperationTrace.Node(
        id: index, name: "\(index)", lane: index == 3 ? "thread" : "compute",
        started: .zero, ended: .seconds(Int64.max),
        dependencies: index == 0 ? [] : [OperationTrace.Dependency(on: index - 1, .requires)])
    }
    let trace = OperationTrace(name: "ages", nodes: nodes)
    #expect(trace.simulated(cores: 1) > .seconds(4_000_000_000))
    #expect(trace.lowerBound(cores: 1) > .seconds(4_000_000_000))
  }

  @Test func schedulesAreWithinTheirBounds() throws {
    try withEverySeed(in: 1..<200) { generator in
      let count = Int.random(in: 1...12, using: &generator)
      let hasMain = generator.oneIn(2)
      let trace = OperationTrace.unhindered(count: count, using: &generator) {
        hasMain && $0 % 3 == 0 ? "main" : "compute"
      }
      let chain = trace.nodes.indices.map { trace.longestChain(to: $0) }.max() ?? .zero
      #expect(trace.simulated(cores: 1) == trace.work, "\(Labels.text)")
      for cores in 1...4 {
        let simulated = trace.simulated(cores: cores)
        #expect(simulated >= trace.lowerBound(cores: cores), "\(Labels.text)")
        #expect(simulated <= trace.work, "\(Labels.text)")
        if !hasMain { #expect(simulated <= trace.work / cores + chain, "\(Labels.text)") }
      }
      if !hasMain { #expect(trace.simulated(cores: count) == chain, "\(Labels.text)") }
    }
  }

  @Test func zeroProcessorsTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = OperationTrace(name: "none").lowerBound(cores: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = OperationTrace(name: "none").simulated(cores: 0)
    }
  }
}
