/// The rows of a list that the user has selected, by identity.
///
/// ```swift
/// let selection = ListSelection(in: orders)
/// selection.onChange = { ids in table.reconfigure(ids) }
/// selection.toggle(order.id)
/// for order in selection.rows { print(order.title) }
/// ```
///
/// - A selected row stays selected while it is edited and moved, and while a list derived from this
///   one is filtered or sorted in another way. Create the selection with the list that has all
///   rows, and show any other that has been derived from it.
/// - A row that has been removed from the list is deselected in a turn of the main actor after that,
///   as one change with all others. If it is inserted again before that turn, it stays selected.
/// - Any identity can be selected. One that the list does not have is deselected with the next
///   change of the list; so is a row that was removed in the turn in which it was inserted.
/// - It retains the list.
@MainActor
public final class ListSelection<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// The identities of the selected rows, in no order.
  public private(set) var ids: Set<Element.ID> = []

  /// Called after each change with the identities of the rows that were selected or deselected.
  ///
  /// It is not called with an empty set, and may itself change the selection.
  public var onChange: (@MainActor (_ changed: Set<Element.ID>) -> Void)?

  /// Those selected since the last transition: the list may not have them.
  private var unchecked: Set<Element.ID> = []

  private let list: any ListReading<Element>
  private var observation: ListObservation?

  /// Creates an empty selection.
  ///
  /// - Parameter list: The list with the rows that can be selected.
  public init(in list: some ListReading<Element>) {
    self.list = list
    observation = list.observe(initial: false) { [weak self] transition in
      self?.deselectRows(removedBy: transition)
    }
  }

  /// The selected rows, in the order of the list.
  ///
  /// - Complexity: O(*k* log *n*), where *k* rows are selected.
  public var rows: [Element] {
    let rows = list.snapshot()
    return ids.compactMap { rows.index(of: $0) }.sorted().map { rows[$0] }
  }

  /// Returns whether a row is selected.
  ///
  /// - Parameter id: The identity of the row.
  /// - Returns: Whether it is selected.
  public func isSelected(_ id: Element.ID) -> Bool { ids.contains(id) }

  /// Selects a row.
  ///
  /// - Parameter id: The identity of the row.
  public func select(_ id: Element.ID) {
    guard ids.insert(id).inserted else { return }
    unchecked.insert(id)
    onChange?([id])
  }

  /// Deselects a row.
  ///
  /// - Parameter id: The identity of the row.
  public func deselect(_ id: Element.ID) {
    guard ids.remove(id) != nil else { return }
    unchecked.remove(id)
    onChange?([id])
  }

  /// Selects a row, or deselects it if it is selected.
  ///
  /// - Parameter id: The identity of the row.
  public func toggle(_ id: Element.ID) {
    if isSelected(id) { deselect(id) } else { select(id) }
  }

  /// Selects these rows and no others.
  ///
  /// - Parameter ids: The identities of the rows, as `rows.map(\.id)` for all rows of a snapshot, or
  ///   none to select nothing.
  public func replace(with ids: some Sequence<Element.ID>) {
    let old = self.ids
    self.ids = Set(ids)
    unchecked = self.ids.subtracting(old.subtracting(unchecked))
    let changed = old.symmetricDifference(self.ids)
    if !changed.isEmpty { onChange?(changed) }
  }

  private func deselectRows(removedBy transition: ListTransition<ListSnapshot<Element>>) {
    let removals = transition.changes.removals
    let isShort = !transition.changes.isReset && removals.count < ids.count
    var gone = (isShort ? unchecked : ids).filter { !transition.new.contains(id: $0) }
    unchecked = []
    if isShort {
      for position in removals {
        let id = transition.old[position].id
        if ids.contains(id) { gone.insert(id) }
      }
    }
    if gone.isEmpty { return }
    ids.subtract(gone)
    onChange?(gone)
  }
}
