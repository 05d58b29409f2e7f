/// A record of what happened to each operation of a run, for drawing, printing and analysis.
///
/// ```swift
/// let trace = report.trace
/// print(trace.summary)
/// for row in trace.rows(width: 80) { print(row) }
/// try trace.chromeJSON().write(toFile: "launch.json", atomically: true, encoding: .utf8)
/// ```
///
/// All times are relative to the start of the trace. A time is `nil` if the event has not occurred.
public struct OperationTrace: Sendable {
  /// The name of the traced manager or graph.
  public var name: String

  /// The operations, in any order; no two have the same ``Node/id``.
  public var nodes: [Node]

  /// Creates a trace.
  ///
  /// - Parameters:
  ///   - name: The name of the traced manager or graph.
  ///   - nodes: The operations.
  public init(name: String, nodes: [Node] = []) {
    self.name = name
    self.nodes = nodes
  }

  /// The latest recorded moment, relative to the start of the trace.
  public var duration: Duration { nodes.reduce(.zero) { max($0, $1.lastMoment) } }

  /// The sum of the running times of all operations.
  public var work: Duration { nodes.reduce(.zero) { $0 + $1.running } }

  var positions: [Int: Int] {
    Dictionary(nodes.indices.map { (nodes[$0].id, $0) }) { first, _ in first }
  }
}

extension OperationTrace: CustomStringConvertible {
  /// The ``summary``.
  public var description: String { summary }
}
