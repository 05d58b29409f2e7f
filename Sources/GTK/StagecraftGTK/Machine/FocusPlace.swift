#if GTK
/// The place of a widget in a screen's view, to find it again in a new view: a path from the
/// closest widget that the program has named, or else from the view.
struct FocusPlace: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    var index: Int
    /// Compared: what has another type is another widget.
    var type: String
  }

  /// Of the widget at which the path begins; nil for the view.
  var name: String?
  var path: [Step]

  init?<Node: FocusNode>(of node: Node, in root: Node) {
    var path: [Step] = []
    var next = node
    while next != root {
      if let name = next.ownName {
        self.name = name
        break
      }
      guard let parent = next.parent else { return nil }
      path.append(Step(index: next.index, type: next.typeName))
      next = parent
    }
    self.path = path.reversed()
  }

  /// Nil if nothing of this type is at the place.
  func node<Node: FocusNode>(in root: Node) -> Node? {
    var found = root
    if let name {
      guard let named = Self.first(named: name, in: root) else { return nil }
      found = named
    }
    for step in path {
      guard let child = found.child(at: step.index), child.typeName == step.type else { return nil }
      found = child
    }
    return found
  }

  private static func first<Node: FocusNode>(named name: String, in root: Node) -> Node? {
    if root.ownName == name { return root }
    var index = 0
    while let child = root.child(at: index) {
      if let found = first(named: name, in: child) { return found }
      index += 1
    }
    return nil
  }
}

protocol FocusNode: Equatable {
  /// Given by the program.
  var ownName: String? { get }
  var typeName: String { get }
  var parent: Self? { get }
  var index: Int { get }

  func child(at index: Int) -> Self?
}
#endif
