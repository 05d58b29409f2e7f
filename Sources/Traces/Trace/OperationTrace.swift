/// What happened to each operation of one run: a plain value to draw, to print and to reckon with.
///
/// ```swift
/// let trace = launch.trace
/// print(trace.summary)
/// for row in trace.rows(width: 80) { print(row) }
/// try trace.chromeJSON().write(toFile: "launch.json", atomically: true, encoding: .utf8)
/// ```
///
/// All times count from the beginning of the trace. What has not happened has no time.
public struct OperationTrace: Sendable {
  /// What the trace is of.
  public var name: String

  /// The operations, in any order; no two have the same ``Node/id``.
  public var nodes: [Node]

  /// A trace of these operations.
  ///
  /// - Parameters:
  ///   - name: what the trace is of.
  ///   - nodes: the operations.
  public init(name: String, nodes: [Node] = []) {
    self.name = name
    self.nodes = nodes
  }

  /// The last moment of which the trace tells.
  public var duration: Duration { nodes.reduce(.zero) { max($0, $1.lastMoment) } }

  /// The time that the operations ran, all added up.
  public var work: Duration { nodes.reduce(.zero) { $0 + $1.running } }

  /// Where in ``nodes`` the operation of each number stands.
  var positions: [Int: Int] {
    Dictionary(nodes.indices.map { (nodes[$0].id, $0) }) { first, _ in first }
  }
}
