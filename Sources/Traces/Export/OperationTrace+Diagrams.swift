extension OperationTrace {
  /// Returns the operations and their dependencies in the DOT language of Graphviz.
  ///
  /// The colour of a node shows how the operation ended. The style of an edge shows its kind: solid
  /// for *requires*, dashed for *follows*, dotted with a label for any other kind.
  public func graphviz() -> String {
    let positions = positions
    var text = "digraph \(TraceText.dot(name)) {\n  rankdir=LR;\n"
    text += "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n"
    for (index, node) in nodes.enumerated() {
      text += "  n\(index) [label=\(TraceText.dot(label(of: node)))"
      text += ", fillcolor=\"\(Self.color(ofEnding: node.endingWord))\"];\n"
    }
    for (index, node) in nodes.enumerated() {
      for dependency in node.dependencies {
        guard let origin = positions[dependency.id] else { continue }
        text += "  n\(origin) -> n\(index)"
        switch dependency.kind {
        case .requires: break
        case .follows: text += " [style=dashed]"
        case .other(let word): text += " [style=dotted, label=\(TraceText.dot(word))]"
        }
        text += ";\n"
      }
    }
    return text + "}\n"
  }

  /// Returns the operations and their dependencies as a Mermaid flowchart.
  ///
  /// The colour of a node shows how the operation ended. The style of an edge shows its kind: solid
  /// for *requires*, dotted for *follows*, dotted with a label for any other kind.
  public func mermaid() -> String {
    let positions = positions
    var text = "flowchart LR\n"
    for (index, node) in nodes.enumerated() {
      text += "  n\(index)[\(TraceText.mermaid(label(of: node)))]:::\(node.endingWord)\n"
    }
    for (index, node) in nodes.enumerated() {
      for dependency in node.dependencies {
        guard let origin = positions[dependency.id] else { continue }
        switch dependency.kind {
        case .requires: text += "  n\(origin) --> n\(index)\n"
        case .follows: text += "  n\(origin) -.-> n\(index)\n"
        case .other(let word):
          text += "  n\(origin) -. \(TraceText.mermaid(word)) .-> n\(index)\n"
        }
      }
    }
    let words = Set(nodes.map(\.endingWord))
    for (word, color) in Self.colors where words.contains(word) {
      text += "  classDef \(word) fill:\(color),stroke:#555,color:#111\n"
    }
    return text
  }

  private func label(of node: Node) -> String {
    node.started == nil || node.ended == nil
      ? "\(node.name)\n\(node.lane)"
      : "\(node.name)\n\(node.lane) · \(TraceText.brief(node.span))"
  }

  private static var colors: KeyValuePairs<String, String> {
    [
      "succeeded": "#b7e1b0", "satisfied": "#b0d8e1", "failed": "#f2a3a0",
      "cancelled": "#f2d3a0", "skipped": "#dddddd", "unfinished": "#ffffff",
    ]
  }

  private static func color(ofEnding word: String) -> String {
    colors.first { $0.key == word }?.value ?? "#ffffff"
  }
}
