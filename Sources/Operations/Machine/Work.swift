/// What the machine has yet to do, in place of recursion: chains may be a million long.
///
/// A call does as much of it as its ``OperationMachine/budget`` allows. What is left belongs to that
/// call: the caller takes it out with ``OperationMachine/takeWork()``, lets others in, and gives it
/// back with ``OperationMachine/goOn(_:)``. Calls in between find none of it, and wait for none of it.
struct Work: Sendable {
  enum Item: Sendable {
    /// An operation ends like this, if it has not ended.
    case decide(NodeID, Verdict)
    /// Those that wait for an operation hear how it ended.
    case tell(NodeID, from: OperationMachine.CursorID)
    /// All whose end follows from that of an operation have ended.
    case told(NodeID)
    /// Shared operations that an operation needed are not needed by it any more.
    case forgo(NodeID, from: OperationMachine.CursorID)
    /// An operation is to end.
    case request(NodeID, Verdict.Cause)
    /// The children of an operation are to end.
    case cancelChildren(NodeID, Verdict.Cause, from: OperationMachine.CursorID?)
    /// All that come after an operation are marked, to be cancelled later.
    case mark(NodeID, Verdict.Cause, search: UInt32, from: OperationMachine.CursorID?)
    /// The priority of an operation is found anew.
    case reprice(NodeID)
    /// The operations before one get its priority.
    case lend(NodeID, from: OperationMachine.CursorID)
  }

  var items = PagedQueue<Item>()
  /// Operations that leave the table; after all items.
  var settlements = PagedQueue<Slot>()
  /// Operations that were marked and are to end; after all items.
  var requests = PagedQueue<(id: NodeID, cause: Verdict.Cause)>()

  var isEmpty: Bool { items.isEmpty && settlements.isEmpty && requests.isEmpty }
}
