import StagecraftGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct GraphValueTests {
  struct Boom: Error {}

  private static func options(workers: Int) -> OperationGraph.RunOptions {
    var options = OperationGraph.RunOptions()
    options.workers = workers
    return options
  }

  @Test(arguments: [1, 2, 4])
  func aStepReceivesTheValuesOfItsInputs(workers: Int) async throws {
    let (graph, sentence) = try OperationGraph.build { graph in
      let title = graph.value("title") { "Emma" }
      let count = graph.value("count") {
        await Task.yield()
        return 2
      }
      let nothing = graph.value("nothing") { () -> Int? in nil }
      let line = graph.value("line", from: title, count, nothing) { title, count, nothing in
        "\(count) of \(title), \(nothing.map(String.init) ?? "none") lent"
      }
      return graph.value("shown", from: line) { @MainActor line in
        MainActor.assertIsolated()
        return line + "."
      }
    }
    for _ in 0..<3 {
      let report = try await graph.attempt(Self.options(workers: workers))
      #expect(try report.value(of: sentence) == "2 of Emma, none lent.")
    }
  }

  @Test(arguments: [0, 1, 100])
  func aStepReceivesAnArrayOfValues(count: Int) async throws {
    let (graph, sum) = try OperationGraph.build { graph in
      let first = graph.add("first") {}
      let numbers = (0..<count).map { number in graph.value { number } }
      return graph.value("numbers", from: numbers, after: first) { @MainActor numbers in
        MainActor.assertIsolated()
        return numbers
      }
    }
    #expect(graph.edgeCount == count + 1)
    #expect(try await graph.attempt().value(of: sum) == Array(0..<count))
  }

  @Test func aFailedInputOfAnArrayCancelsTheStep() async throws {
    let (graph, all) = try OperationGraph.build { graph in
      let inputs = (0..<3).map { number in
        graph.value {
          if number == 1 { throw Boom() }
          return number
        }
      }
      return graph.value(from: inputs) { $0 }
    }
    let report = try await graph.attempt()
    #expect(throws: OperationGraphError.self) { try report.value(of: all) }
  }

  /// Other steps can depend on a step with a value, and it on them.
  @Test func valuesAndOtherStepsDependOnEachOther() async throws {
    let events = Locked<[String]>([])
    let graph = try OperationGraph { graph in
      let first = graph.add("first") { events.withLock { $0.append("first") } }
      let number = graph.value("number", after: first, expected: .milliseconds(1)) {
        events.withLock { $0.append("number") }
        return 7
      }
      let last = graph.add("last", after: number.node) { events.withLock { $0.append("last") } }
      graph.value("end", from: number, following: last) { number in
        events.withLock { $0.append("end \(number)") }
      }
    }
    try await graph.run()
    #expect(events.withLock { $0 } == ["first", "number", "last", "end 7"])
    #expect(try await graph.attempt().steps.map(\.name) == ["first", "number", "last", "end"])
  }

  @Test func aFailedInputCancelsTheStepAndTheReportSaysWhy() async throws {
    let (graph, values) = try OperationGraph.build("launch") { graph in
      let failing = graph.value("failing") { () throws -> Int in throw Boom() }
      let lost = graph.value("lost", from: failing) { $0 + 1 }
      return (failing, lost, graph.value("other") { 3 })
    }
    let report = try await graph.attempt()
    for value in [values.0, values.1] {
      let error = #expect(throws: OperationGraphError.self) { try report.value(of: value) }
      #expect(error?.description == "Graph “launch”: “failing” failed: Boom().")
      #expect(error?.underlying is Boom)
    }
    #expect(try report.value(of: values.2) == 3)
  }

  @Test func aCancelledRunHasNoValueOfAStepThatDidNotRun() async throws {
    let (graph, value) = try OperationGraph.build { graph in graph.value { 1 } }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await graph.attempt()
    }
    let report = try await task.value
    #expect(throws: CancellationError.self) { try report.value(of: value) }
  }

  /// The values of a nested run and those of the outer one are separate.
  @Test(arguments: [1, 2])
  func aStepRunsAGraphThatHasValuesToo(workers: Int) async throws {
    let (inner, square) = try OperationGraph.build { graph in
      let side = graph.value { 3 }
      return graph.value(from: side) { side in
        await Task.yield()
        return side * side
      }
    }
    let (outer, sum) = try OperationGraph.build { graph in
      let first = graph.value { 1 }
      let second = graph.value(from: first) { first in
        let report = try await inner.run(workers: workers)
        return first + (try report.value(of: square))
      }
      return graph.value(from: first, second) { $0 + $1 }
    }
    let report = try await outer.attempt(Self.options(workers: workers))
    #expect(try report.value(of: sum) == 11)
  }

  @Test func valuesAreReleasedWithTheReportLifetime() async throws {
    let tracker = LifetimeTracker()
    let (graph, value) = try OperationGraph.build { graph in
      let object = graph.value { tracker.make() }
      return graph.value(from: object) { $0 }
    }
    for _ in 0..<20 {
      do {
        let report = try await graph.attempt(Self.options(workers: 2))
        _ = try report.value(of: value)
        #expect(tracker.alive == 1)
      }
      await tracker.allEnded()
    }
  }

  /// Large random graphs: every step adds the values of its inputs; a loop gives the same sums.
  @Test(arguments: [1, 2, 4])
  func sumsOverLargeGraphsAreThoseOfALoop(workers: Int) async throws {
    for seed in UInt64(0)..<6 {
      var generator = SeededGenerator(seed: seed)
      let count = seed.isMultiple(of: 2) ? 300 : 2_000
      var expected: [Int] = []
      let (graph, values) = try OperationGraph.build { graph in
        var values: [OperationGraph.Value<Int>] = []
        for index in 0..<count {
          guard index > 1 else {
            values.append(graph.value { index })
            expected.append(index)
            continue
          }
          let left = Int.random(in: 0..<index, using: &generator)
          let right = Int.random(in: 0..<index, using: &generator)
          let sleeps = Bool.random(using: &generator)
          values.append(
            graph.value(from: values[left], values[right]) { left, right in
              if sleeps { await Task.yield() }
              return (left &+ right) % 1_000_003
            })
          expected.append((expected[left] &+ expected[right]) % 1_000_003)
        }
        return values
      }
      let report = try await graph.attempt(Self.options(workers: workers))
      #expect(try values.map { try report.value(of: $0) } == expected, "\(generator)")
    }
  }
}
