internal import StageFloor
internal import StagecraftLists

/// An edit that a list shows at once, before it is committed.
///
/// ```swift
/// let edit = try orders.updateNow(order.id) { $0.state = .ready }
/// do {
///   try await edit.confirmed()
/// } catch let conflict as TableConflict<Order> {
///   show(conflict.yours, conflict.theirs)
/// }
/// ```
public final class PendingEdit<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  struct State: Sendable {
    var result: Result<Void, any Error>?
    var waiters = WaiterTable<Result<Void, any Error>>()
  }

  /// The row as the edit has found it in the list.
  public let before: Row

  /// The row as the list shows it while the edit is not confirmed.
  public let after: Row

  private let list: TableList<Row>
  private let body: @Sendable (inout Row) -> Void
  let state = Guarded(State())

  init(
    _ list: TableList<Row>, before: Row, after: Row, body: @escaping @Sendable (inout Row) -> Void
  ) {
    self.list = list
    self.before = before
    self.after = after
    self.body = body
  }

  /// Waits until the edit is committed.
  ///
  /// - Throws: ``TableConflict`` if others have changed the row, or the ``TableError`` for which the
  ///   edit was refused; the list then shows the row of the table again. `CancellationError` if the
  ///   waiting task is cancelled, which leaves the edit alone.
  public func confirmed() async throws {
    let ticket = state.withLock { state in
      let ticket = state.waiters.ticket()
      if let result = state.result { _ = state.waiters.settle(ticket, with: result) }
      return ticket
    }
    let result = await parked { continuation in
      state.withLock { $0.waiters.wait(ticket, continuation) }
    } onCancel: {
      let waiter = state.withLock {
        $0.waiters.settle(ticket, with: .failure(CancellationError()))
      }
      waiter?.resume(returning: .failure(CancellationError()))
    }
    try result.get()
  }

  /// Makes the edit again, on the row as the list shows it now.
  ///
  /// - Returns: The new edit.
  /// - Throws: ``TableError/Code/key`` if there is no such row any more.
  @discardableResult
  public func retry() throws(TableError) -> PendingEdit { try list.updateNow(before.id, body) }

  func finish(_ result: Result<Void, any Error>) {
    let waiting = state.withLock { state in
      state.result = result
      return state.waiters.settleAll(with: result)
    }
    for waiter in waiting { waiter.resume(returning: result) }
  }
}

/// Others have changed a row that an edit was made on.
public struct TableConflict<Row: Sendable>: Error, Sendable {
  /// The row with your edit, which was not written.
  public let yours: Row

  /// The row of the table; nil if it was removed.
  public let theirs: Row?
}

extension TableConflict: CustomStringConvertible {
  /// A sentence with both rows.
  public var description: String {
    if let theirs {
      "The row was changed by others to \(theirs), and not by you to \(yours)."
    } else {
      "The row was removed by others, and not changed by you to \(yours)."
    }
  }
}
