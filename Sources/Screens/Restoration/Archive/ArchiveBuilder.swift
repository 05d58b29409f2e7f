@MainActor
struct ArchiveBuilder {
  private let budget: ScreenApplication.StateBudget
  private var omissions: [ScreenArchive.Omission] = []
  private var pendingNodes: [PendingNode] = []

  /// A screen whose position in the archive is decided, and whose values may still be omitted.
  private final class PendingNode {
    /// Nil for a page that has not been created since it was restored.
    let screen: AnyScreen?
    let path: String
    let distance: Int
    let depth: Int
    var node: ScreenNode
    var children: [PendingNode] = []

    init(
      _ screen: AnyScreen?, _ node: ScreenNode, at path: String, distance: Int,
      in parent: PendingNode?
    ) {
      self.screen = screen
      self.node = node
      self.path = path
      self.distance = distance
      depth = (parent?.depth ?? 0) + 1
    }

    var complete: ScreenNode {
      var node = node
      node.children = children.map(\.complete)
      return node
    }
  }

  private init(_ budget: ScreenApplication.StateBudget) { self.budget = budget }

  static func archive(_ roots: [AnyScreen], _ budget: ScreenApplication.StateBudget)
    -> ScreenArchive
  {
    var builder = ArchiveBuilder(budget)
    let pendingNodes = roots.map { root in
      builder.node(root, in: nil, distance: 0) { _ in }
    }
    builder.keepToBudget()
    return ScreenArchive(
      roots: pendingNodes.compactMap { $0?.complete }, omissions: builder.omissions)
  }

  /// Nil if it cannot be restored; a screen that is found at its position needs no name.
  private mutating func node(
    _ screen: AnyScreen, in parent: PendingNode?, distance: Int, isFound: Bool = false,
    _ place: (inout ScreenNode) -> Void
  ) -> PendingNode? {
    let container = screen as? any RestorableContainer
    guard screen.restorationName != nil || container != nil || isFound else { return nil }
    var node = ScreenNode(name: screen.restorationName)
    place(&node)
    node.container = container.map { container in
      ScreenNode.Container(kind: container.nodeKind, current: container.layout.currentPosition)
    }
    let path = parent.map { node.path(in: $0.path) } ?? node.label
    var omitted: [ScreenStateWriter.Omission] = []
    node.identity = screen.collectIdentity(&omitted)
    node.state = screen.stateToArchive(&omitted)
    note(omitted, of: screen, at: path, distance: distance)
    let pending = PendingNode(screen, node, at: path, distance: distance, in: parent)
    pendingNodes.append(pending)
    if let container { addChildren(of: container, to: pending) }
    return pending
  }

  private mutating func addChildren(of container: any RestorableContainer, to pending: PendingNode)
  {
    let layout = container.layout
    guard pending.depth < ScreenArchive.maximumDepth else {
      let reason = ScreenStateWriter.Omission.Reason.screensAreTooDeep(
        limit: ScreenArchive.maximumDepth)
      if let first = layout.items.first, let child = container.child(at: 0) {
        recordOmission(child, at: first.position, in: pending, reason)
      }
      return
    }
    for item in layout.items {
      guard let child = container.trees.screen(item.screen) else { continue }
      let childNode = self.node(
        child, in: pending, distance: pending.distance + container.distance(to: child),
        isFound: container.finds(at: item.position)
      ) { node in
        node.place = item.position
        node.isOpaque = item.isOpaque
      }
      if let childNode {
        pending.children.append(childNode)
      } else {
        recordOmission(child, at: item.position, in: pending, .screenHasNoName)
        // The screens above were reached through this one.
        if container.isCutAtGaps { break }
      }
    }
    for node in container.nodesToMake {
      let distance = abs(node.place - (pending.node.container?.current ?? 0))
      pending.children.append(restorable(node, in: pending, distance: distance))
    }
    pending.children.sort { $0.node.place < $1.node.place }
  }

  private mutating func restorable(
    _ node: ScreenNode, in parent: PendingNode, distance: Int
  ) -> PendingNode {
    var own = node
    own.children = []
    let pending = PendingNode(
      nil, own, at: node.path(in: parent.path), distance: parent.distance + distance, in: parent)
    pendingNodes.append(pending)
    guard pending.depth < ScreenArchive.maximumDepth || node.children.isEmpty else {
      // Its container is nested more deeply than it was when it was archived.
      let reason = ScreenStateWriter.Omission.Reason.screensAreTooDeep(
        limit: ScreenArchive.maximumDepth)
      note(
        [ScreenStateWriter.Omission(key: node.children[0].label, byteCount: 0, reason: reason)],
        of: nil,
        at: node.children[0].path(in: pending.path), distance: pending.distance)
      return pending
    }
    for child in node.children {
      pending.children.append(restorable(child, in: pending, distance: 0))
    }
    return pending
  }

  /// Omits the values of the most distant screens; identities only after all state.
  private mutating func keepToBudget() {
    var total = pendingNodes.reduce(0) { $0 + $1.node.byteCount }
    guard total > budget.inAll else { return }
    let farthestFirst = pendingNodes.sorted { one, other in
      if one.distance != other.distance { return one.distance > other.distance }
      return one.node.byteCount > other.node.byteCount
    }
    for pending in farthestFirst where total > budget.inAll {
      guard let state = pending.node.state, !state.isEmpty else { continue }
      total -= state.byteCount
      pending.node.state = nil
      omit(state, of: pending)
    }
    for pending in farthestFirst where total > budget.inAll && !pending.node.identity.isEmpty {
      total -= pending.node.identity.byteCount
      omit(pending.node.identity, of: pending)
      pending.node.identity = ScreenArchive.Values()
    }
  }

  private mutating func omit(_ values: ScreenArchive.Values, of pending: PendingNode) {
    let omitted = values.keys.map { key in
      ScreenStateWriter.Omission(
        key: key, byteCount: ScreenState.cost(of: values.values[key] ?? [], key),
        reason: .archiveIsOverBudget(budget: budget.inAll))
    }
    note(omitted, of: pending.screen, at: pending.path, distance: pending.distance)
    pending.screen?.report(omitted)
  }

  private mutating func recordOmission(
    _ screen: AnyScreen, at position: Int, in parent: PendingNode,
    _ reason: ScreenStateWriter.Omission.Reason
  ) {
    let omission = ScreenStateWriter.Omission(key: screen.name, byteCount: 0, reason: reason)
    omissions.append(
      ScreenArchive.Omission(
        path: "\(parent.path)/\(screen.name)[\(position)]", distance: parent.distance,
        omission: omission))
    screen.report([omission])
  }

  private mutating func note(
    _ omitted: [ScreenStateWriter.Omission], of screen: AnyScreen?, at path: String, distance: Int
  ) {
    for omission in omitted {
      omissions.append(ScreenArchive.Omission(path: path, distance: distance, omission: omission))
    }
  }
}

extension AnyScreen {
  final func collectIdentity(_ omissions: inout [ScreenStateWriter.Omission])
    -> ScreenArchive.Values
  {
    var writer = ScreenStateWriter(budget: application.stateBudget.perScreen)
    saveIdentity(into: &writer)
    report(writer.omissions)
    omissions += writer.omissions
    return ScreenArchive.Values(values: writer.state.values)
  }

  /// Nil if it has neither saved state nor a view.
  fileprivate final func stateToArchive(
    _ omissions: inout [ScreenStateWriter.Omission]
  ) -> ScreenArchive.Values? {
    if let savedState { return ScreenArchive.Values(values: savedState.values) }
    guard isViewLoaded else { return nil }
    let state = collectState()
    omissions += state.omissions
    return ScreenArchive.Values(values: state.values)
  }
}
