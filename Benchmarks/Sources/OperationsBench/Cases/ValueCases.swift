internal import Harness
internal import StagecraftGraphs

extension Case {
  /// Steps of a graph that pass values on, and what a copy of a graph costs.
  static var values: [Case] {
    [
      Case("value-chain-1k", "a chain of 1,000 asynchronous steps, for each step") {
        let chain = try ValueChain(1_000)
        return [
          .inTask("stagecraft") { try await chain.run(chain.values, times: $0) },
          .inTask("stagecraft-no-values") { try await chain.run(chain.plain, times: $0) },
        ]
      },
      Case("graph-copy-100k", "a copy of a graph of 100,000 steps, for each step") {
        let count = 100_000
        let graph = try OperationGraph("wide") { graph in
          for _ in 0..<count { graph.add {} }
        }
        return [
          .onThread("stagecraft") { times in
            for _ in 0..<max(times / count, 1) { Sink.keep(graph.copy()) }
          }
        ]
      },
    ]
  }
}

/// The same chain twice: each step receives a number, or none does.
private struct ValueChain: Sendable {
  let values: OperationGraph
  let plain: OperationGraph
  let count: Int

  init(_ count: Int) throws {
    self.count = count
    values = try OperationGraph("values") { graph in
      var last = graph.value { 0 }
      for _ in 1..<count { last = graph.value(from: last) { number in number + 1 } }
    }
    plain = try OperationGraph("plain") { graph in
      var last = graph.add { await nothing() }
      for _ in 1..<count { last = graph.add(after: last) { await nothing() } }
    }
  }

  func run(_ graph: OperationGraph, times: Int) async throws {
    for _ in 0..<max(times / count, 1) { try await graph.run() }
  }
}

@inline(never)
private func nothing() async {}
