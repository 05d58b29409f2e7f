/// The pending work of a call, used instead of recursion: chains may be a million operations long.
///
/// What exceeds the ``OperationMachine/budget`` belongs to the call, which takes it out, lets other
/// calls proceed, and puts it back: calls in between neither see it nor wait for it.
struct Work: Sendable {
  enum Item: Sendable {
    /// Ends an operation with a verdict, unless it has ended.
    case decide(NodeID, Verdict)
    case notify(NodeID, from: OperationMachine.CursorID)
    case notified(NodeID)
    case dropInterest(NodeID, from: OperationMachine.CursorID)
    case request(NodeID, Verdict.Cause)
    case cancelChildren(NodeID, Verdict.Cause, from: OperationMachine.CursorID?)
    case mark(NodeID, Verdict.Cause, search: UInt32, from: OperationMachine.CursorID?)
    case reprice(NodeID)
    case lend(NodeID, from: OperationMachine.CursorID)
  }

  var items = PagedQueue<Item>()
  /// Operations that leave the table; processed after all items.
  var settlements = PagedQueue<Slot>()
  /// Marked operations to cancel; processed after all items.
  var requests = PagedQueue<(id: NodeID, cause: Verdict.Cause)>()

  var isEmpty: Bool { items.isEmpty && settlements.isEmpty && requests.isEmpty }
}
