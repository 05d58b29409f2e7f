#if Tracing
internal import StageFloor
public import StagecraftGraphs
internal import StagecraftTraces
internal import Tracing

extension OperationGraph.RunOptions {
  /// Returns the same options, with a span for the run and one for each step.
  ///
  /// ```swift
  /// let report = try await launch.attempt(OperationGraph.RunOptions().traced(by: tracing))
  /// ```
  ///
  /// The span of the run is a child of the span of the code that begins it. The spans of its steps
  /// are its children, and have links to the steps that they depend on. Steps that do not start have
  /// no span.
  ///
  /// - Parameter reporter: Makes the spans.
  /// - Returns: The options.
  public func traced(by reporter: TracingReporter) -> Self {
    var options = self
    let core = reporter.core
    options.companion = { graph in core.isStopped ? nil : RunSpan(graph, core) }
    return options
  }
}

/// The span of a run, and those of its steps.
final class RunSpan: RunCompanion {
  private let core: TracingCore
  private let open: OpenSpan
  private let steps: [OperationTrace.Node]
  private let graph: String
  /// By step; nil for those that have not started.
  private let contexts: Guarded<[ServiceContext?]>

  init(_ graph: OperationTrace, _ core: TracingCore) {
    self.core = core
    self.graph = graph.name
    steps = graph.nodes
    contexts = Guarded(Array(repeating: nil, count: graph.nodes.count))
    let name = graph.name.isEmpty ? "graph" : graph.name
    open = core.begin(
      "run \(name)", or: "run",
      ["stagecraft.graph": .string(name), "stagecraft.graph.steps": .int(Int64(graph.nodes.count))])
  }

  private func begin(_ step: Int) -> OpenSpan {
    let node = steps[step]
    let span = core.begin(
      node.name, or: "step", below: open.context,
      ["stagecraft.graph": .string(graph), "stagecraft.step.name": .string(node.name)])
    let context = span.context
    let others = contexts.withLock { contexts in
      contexts[step] = context
      return node.dependencies.compactMap { contexts[$0.id] }
    }
    for other in others { span.link(to: other, "dependency") }
    return span
  }

  func run(_ step: Int, _ body: () throws -> Void) throws {
    let span = begin(step)
    defer { span.end() }
    do {
      try ServiceContext.$current.withValue(span.context) { try body() }
    } catch {
      span.fail(error)
      throw error
    }
  }

  @concurrent
  func run(_ step: Int, _ body: @concurrent () async throws -> Void) async throws {
    let span = begin(step)
    defer { span.end() }
    do {
      try await ServiceContext.$current.withValue(span.context) { try await body() }
    } catch {
      span.fail(error)
      throw error
    }
  }

  func ended(_ report: OperationGraph.Report) {
    do { try report.check() } catch { open.fail(error) }
    open.end()
  }
}
#endif
