#if GTK
/// Where a widget is in the view of a screen, so that it is found in a view that was created anew.
///
/// It is a path from the closest widget that the program has named, or else from the view.
struct FocusPlace: Hashable, Sendable {
  /// One step down.
  struct Step: Hashable, Sendable {
    /// The index among the widgets of the one above.
    var index: Int
    /// The name of the type, which is compared: what has another one is another widget.
    var type: String
  }

  /// The name of the widget at which the path begins; nil for the view.
  var name: String?
  /// The steps from there.
  var path: [Step]

  /// Finds the place of a node.
  ///
  /// - Parameters:
  ///   - node: A node below `root`, or `root`.
  ///   - root: Where the search ends.
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

  /// Finds the node at this place.
  ///
  /// - Parameter root: Where the search begins.
  /// - Returns: nil if nothing of this type is at the place.
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

/// A widget, as far as its place is concerned.
protocol FocusNode: Equatable {
  /// The name that the program has given; nil if it has none.
  var ownName: String? { get }
  /// The name of the type.
  var typeName: String { get }
  /// The node above.
  var parent: Self? { get }
  /// The index among the nodes of ``parent``.
  var index: Int { get }

  /// Returns a node below this one; nil if there are fewer.
  func child(at index: Int) -> Self?
}
#endif
