import StagecraftGraphs
import TestSupport
import Testing

/// First runs with several workers, of which all but one are not needed while steps are short.
@Suite("First runs of short steps", .timeLimit(.minutes(3)))
struct ShortStepTests {
  /// One cell for each step, written by the step alone; the edges order all accesses.
  private final class Marks: @unchecked Sendable {  // guard: the edges of the graph
    let cells: UnsafeMutablePointer<Int>

    init(count: Int) {
      cells = .allocate(capacity: count)
      cells.initialize(repeating: 0, count: count)
    }

    deinit { cells.deallocate() }
  }

  @Test("Each step runs once, after its upstream steps, also where a long one ends the short ones")
  func shortAndLongSteps() async throws {
    for seed in UInt64(0)..<200 {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 20...400, using: &generator)
      let edges = (1..<count).flatMap { index in
        (0..<2).map { _ in
          (Int.random(in: Swift.max(0, index - 8)..<index, using: &generator), index)
        }
      }
      var upstreams: [[Int]] = Array(repeating: [], count: count)
      for edge in edges { upstreams[edge.1].append(edge.0) }
      let inputs = upstreams
      let long = Int.random(in: 0..<count, using: &generator)
      let marks = Marks(count: count)
      let graph = try OperationGraph("short", count: count, edges: edges)
      try await graph.run(workers: Int.random(in: 2...3, using: &generator)) { index in
        var sum = 1
        for upstream in inputs[index] { sum += marks.cells[upstream] == 0 ? 1_000_000 : 0 }
        if index == long {
          let end = ContinuousClock.now + .microseconds(20)
          while ContinuousClock.now < end {}
        }
        marks.cells[index] += sum
      }
      #expect((0..<count).allSatisfy { marks.cells[$0] == 1 }, "\(generator)")
    }
  }
}
