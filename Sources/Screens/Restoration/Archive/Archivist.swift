/// Creates the archive of trees of screens.
@MainActor
struct Archivist {
  private let budget: StateBudget
  private var omissions: [ArchiveOmission] = []
  private var drafts: [Draft] = []

  /// A screen whose position in the archive is decided, and whose values may still be omitted.
  private final class Draft {
    /// Nil for a page that has not been created since it was restored.
    let screen: AnyScreen?
    let path: String
    let distance: Int
    /// The number of screens from the root of the tree to this one.
    let depth: Int
    var node: ScreenNode
    var children: [Draft] = []

    init(
      _ screen: AnyScreen?, _ node: ScreenNode, at path: String, distance: Int, in parent: Draft?
    ) {
      self.screen = screen
      self.node = node
      self.path = path
      self.distance = distance
      depth = (parent?.depth ?? 0) + 1
    }

    /// The node including its children.
    var complete: ScreenNode {
      var node = node
      node.children = children.map(\.complete)
      return node
    }
  }

  private init(_ budget: StateBudget) { self.budget = budget }

  /// Returns the archive of some trees.
  static func archive(_ roots: [AnyScreen], _ budget: StateBudget) -> ScreenArchive {
    var archivist = Archivist(budget)
    let drafts = roots.map { root in
      archivist.draft(root, in: nil, distance: 0) { _ in }
    }
    archivist.keepToBudget()
    return ScreenArchive(
      roots: drafts.compactMap { $0?.complete }, omissions: archivist.omissions)
  }

  /// Returns a screen and the screens in it; nil if it cannot be restored.
  ///
  /// The lowest screen needs no name: it always exists, and is never created by a catalog.
  private mutating func draft(
    _ screen: AnyScreen, in parent: Draft?, distance: Int, isAtBottom: Bool = false,
    _ seat: (inout ScreenNode) -> Void
  ) -> Draft? {
    let container = screen as? any RestorableContainer
    guard screen.restorationName != nil || container != nil || isAtBottom else { return nil }
    var node = ScreenNode(name: screen.restorationName)
    seat(&node)
    node.container = container.map { container in
      let layout = container.layout
      return ScreenNode.Container(
        kind: container.nodeKind, current: layout.current.map { layout.items[$0].position })
    }
    let path = parent.map { node.path(in: $0.path) } ?? node.label
    var left: [StateOmission] = []
    node.identity = screen.collectIdentity(&left)
    node.state = screen.stateToArchive(&left)
    note(left, of: screen, at: path, distance: distance)
    let draft = Draft(screen, node, at: path, distance: distance, in: parent)
    drafts.append(draft)
    if let container { addChildren(of: container, to: draft) }
    return draft
  }

  private mutating func addChildren(of container: any RestorableContainer, to draft: Draft) {
    let layout = container.layout
    guard draft.depth < ScreenArchive.maximumDepth else {
      let reason = StateOmission.Reason.screensAreTooDeep(limit: ScreenArchive.maximumDepth)
      if let first = layout.items.first, let child = container.members[first.screen] {
        noteLeftOut(child, at: first.position, in: draft, reason)
      }
      return
    }
    for item in layout.items {
      guard let child = container.members[item.screen] else { continue }
      let childDraft = self.draft(
        child, in: draft, distance: draft.distance + container.distance(to: child),
        isAtBottom: container.isCutAtGaps && item.position == 0
      ) { node in
        node.place = item.position
        node.isOpaque = item.isOpaque
      }
      if let childDraft {
        draft.children.append(childDraft)
      } else {
        noteLeftOut(child, at: item.position, in: draft, .screenHasNoName)
        // The screens above were reached through this one.
        if container.isCutAtGaps { break }
      }
    }
    for node in container.nodesToMake {
      let distance = abs(node.place - (draft.node.container?.current ?? 0))
      draft.children.append(pending(node, in: draft, distance: distance))
    }
    draft.children.sort { $0.node.place < $1.node.place }
  }

  /// The pending restoration of a page that has not been created.
  private mutating func pending(_ node: ScreenNode, in parent: Draft, distance: Int) -> Draft {
    var own = node
    own.children = []
    let draft = Draft(
      nil, own, at: node.path(in: parent.path), distance: parent.distance + distance, in: parent)
    drafts.append(draft)
    guard draft.depth < ScreenArchive.maximumDepth || node.children.isEmpty else {
      // Its container is nested more deeply than it was when it was archived.
      let reason = StateOmission.Reason.screensAreTooDeep(limit: ScreenArchive.maximumDepth)
      note(
        [StateOmission(key: node.children[0].label, byteCount: 0, reason: reason)], of: nil,
        at: node.children[0].path(in: draft.path), distance: draft.distance)
      return draft
    }
    for child in node.children { draft.children.append(pending(child, in: draft, distance: 0)) }
    return draft
  }

  /// Omits the values of the most distant screens until the rest fits.
  ///
  /// Identities are omitted only after the state of all screens.
  private mutating func keepToBudget() {
    var total = drafts.reduce(0) { $0 + $1.node.byteCount }
    guard total > budget.inAll else { return }
    let farthestFirst = drafts.sorted { one, other in
      if one.distance != other.distance { return one.distance > other.distance }
      return one.node.byteCount > other.node.byteCount
    }
    for draft in farthestFirst where total > budget.inAll {
      guard let state = draft.node.state, !state.isEmpty else { continue }
      total -= state.byteCount
      draft.node.state = nil
      leaveOut(state, of: draft)
    }
    for draft in farthestFirst where total > budget.inAll && !draft.node.identity.isEmpty {
      total -= draft.node.identity.byteCount
      leaveOut(draft.node.identity, of: draft)
      draft.node.identity = ArchivedValues()
    }
  }

  private mutating func leaveOut(_ values: ArchivedValues, of draft: Draft) {
    let left = values.keys.map { key in
      StateOmission(
        key: key, byteCount: ScreenState.cost(of: values.values[key] ?? [], key),
        reason: .archiveIsOverBudget(budget: budget.inAll))
    }
    note(left, of: draft.screen, at: draft.path, distance: draft.distance)
    draft.screen?.tell(left)
  }

  private mutating func noteLeftOut(
    _ screen: AnyScreen, at position: Int, in parent: Draft, _ reason: StateOmission.Reason
  ) {
    omissions.append(
      ArchiveOmission(
        path: "\(parent.path)/\(screen.name)[\(position)]", distance: parent.distance,
        omission: StateOmission(key: screen.name, byteCount: 0, reason: reason)))
  }

  private mutating func note(
    _ left: [StateOmission], of screen: AnyScreen?, at path: String, distance: Int
  ) {
    for omission in left {
      omissions.append(ArchiveOmission(path: path, distance: distance, omission: omission))
    }
  }
}

extension AnyScreen {
  /// Collects the identity of the screen.
  final func collectIdentity(_ omissions: inout [StateOmission]) -> ArchivedValues {
    var writer = StateWriter(budget: application.stateBudget.perScreen)
    saveIdentity(into: &writer)
    tell(writer.omissions)
    omissions += writer.omissions
    return ArchivedValues(values: writer.state.values)
  }

  /// Returns the state that the screen has saved, or saves now; nil if it has neither saved state
  /// nor a view.
  fileprivate final func stateToArchive(_ omissions: inout [StateOmission]) -> ArchivedValues? {
    if let savedState { return ArchivedValues(values: savedState.values) }
    guard isViewLoaded else { return nil }
    let state = collectState()
    omissions += state.leftOut
    return ArchivedValues(values: state.values)
  }
}
