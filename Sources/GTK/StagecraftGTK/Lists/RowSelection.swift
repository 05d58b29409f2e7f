#if GTK
/// How many rows the user can select.
public enum RowSelectionMode: Hashable, Sendable {
  /// None; rows can still be activated.
  case none
  /// One at most.
  case single
  /// Any number.
  case multiple
}

/// The selected rows, by identity: edits of the list do not change them.
struct RowSelection<ID: Hashable> {
  let mode: RowSelectionMode
  private(set) var ids: Set<ID> = []

  init(_ mode: RowSelectionMode) { self.mode = mode }

  /// In the mode for single rows, only one of several; returns the rows that have changed, or nil if
  /// they are many.
  mutating func replace(with chosen: Set<ID>) -> Set<ID>? {
    let former = ids
    switch mode {
    case .none: ids = []
    case .single:
      // A selected row stays selected if it is among the chosen ones.
      ids = Set(chosen.first { former.contains($0) } ?? chosen.first)
    case .multiple: ids = chosen
    }
    return Self.difference(former, ids)
  }

  private static func difference(_ first: Set<ID>, _ second: Set<ID>) -> Set<ID>? {
    let limit = 32
    guard abs(first.count - second.count) <= limit else { return nil }
    var difference: Set<ID> = []
    for (some, others) in [(first, second), (second, first)] {
      for id in some where !others.contains(id) {
        guard difference.count < limit else { return nil }
        difference.insert(id)
      }
    }
    return difference
  }

  /// The user has selected rows, and no others of those concerned; returns as
  /// ``replace(with:)``.
  mutating func choose(_ chosen: Set<ID>, among isConcerned: (ID) -> Bool) -> Set<ID>? {
    let remaining = ids.filter { !isConcerned($0) }
    switch mode {
    case .none: return []
    // A further row replaces the selected one.
    case .single: return replace(with: chosen.isEmpty ? remaining : chosen)
    case .multiple: return replace(with: remaining.union(chosen))
    }
  }

  /// Returns whether there were any.
  mutating func removeRows(unless exists: (ID) -> Bool) -> Bool {
    let remaining = ids.filter(exists)
    defer { ids = remaining }
    return remaining.count != ids.count
  }

  /// Returns whether any was selected.
  mutating func remove(_ rows: Set<ID>) -> Bool {
    let count = ids.count
    ids.subtract(rows)
    return ids.count != count
  }
}

extension Set {
  fileprivate init(_ element: Element?) {
    self = element.map { [$0] } ?? []
  }
}
#endif
