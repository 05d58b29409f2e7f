/// The pending work of a call, used instead of recursion: chains may be a million operations long.
///
/// A call does as much as its ``OperationMachine/budget`` allows. The remainder belongs to that
/// call: the caller removes it with ``OperationMachine/takeWork()``, lets other calls proceed, and
/// returns it with ``OperationMachine/continueWork(_:)``. Calls in between neither see it nor wait
/// for it.
struct Work: Sendable {
  enum Item: Sendable {
    /// Ends an operation with a verdict, unless it has ended.
    case decide(NodeID, Verdict)
    /// Notifies the dependents of an operation of its end.
    case notify(NodeID, from: OperationMachine.CursorID)
    /// All consequences of an operation's end have been decided.
    case notified(NodeID)
    /// Ends the interest of an operation in shared operations.
    case dropInterest(NodeID, from: OperationMachine.CursorID)
    /// Cancels an operation.
    case request(NodeID, Verdict.Cause)
    /// Cancels the children of an operation.
    case cancelChildren(NodeID, Verdict.Cause, from: OperationMachine.CursorID?)
    /// Marks all dependents of an operation, to be cancelled later.
    case mark(NodeID, Verdict.Cause, search: UInt32, from: OperationMachine.CursorID?)
    /// Recalculates the priority of an operation.
    case reprice(NodeID)
    /// Passes the priority of an operation on to its dependencies.
    case lend(NodeID, from: OperationMachine.CursorID)
  }

  var items = PagedQueue<Item>()
  /// Operations that leave the table; processed after all items.
  var settlements = PagedQueue<Slot>()
  /// Marked operations to cancel; processed after all items.
  var requests = PagedQueue<(id: NodeID, cause: Verdict.Cause)>()

  var isEmpty: Bool { items.isEmpty && settlements.isEmpty && requests.isEmpty }
}
