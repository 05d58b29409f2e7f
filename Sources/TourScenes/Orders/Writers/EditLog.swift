internal import Stagecraft

/// What one thread did to the orders, as it wrote it down itself.
struct EditLog: Sendable {
  /// An edit that was accepted.
  struct Entry: Sendable {
    /// The version of the list that the edit made.
    let version: UInt64
    let edit: OrderEdit
  }

  private(set) var accepted: [Entry] = []
  /// How many edits came too late: their order was gone.
  private(set) var refused = 0

  /// Makes an edit, and notes how it went.
  ///
  /// The version is known inside the transaction: nobody else makes one meanwhile.
  ///
  /// - Returns: whether it was accepted.
  @discardableResult
  mutating func make(_ edit: OrderEdit, in orders: LiveList<Order>) -> Bool {
    let version = orders.transaction { draft in
      edit.make(in: &draft) ? orders.version + 1 : nil
    }
    guard let version else {
      refused += 1
      return false
    }
    accepted.append(Entry(version: version, edit: edit))
    return true
  }
}

/// All accepted edits in the order in which the list made them.
struct History: Sendable {
  private let entries: [EditLog.Entry]

  init(_ logs: [EditLog]) {
    entries = logs.flatMap(\.accepted).sorted { $0.version < $1.version }
  }

  var count: Int { entries.count }

  /// Whether every version up to this one was made by exactly one of the edits.
  func isComplete(through version: UInt64) -> Bool {
    entries.map(\.version).elementsEqual(1..<(version + 1))
  }

  /// The rows that a plain array has after all the edits, one by one; nil if one cannot be made.
  func replayed(on beginning: [Order]) -> [Order]? {
    var rows = beginning
    for entry in entries {
      guard entry.edit.repeated(on: &rows) else { return nil }
    }
    return rows
  }
}
