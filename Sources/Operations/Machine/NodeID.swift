/// The place of an operation in the machine's table.
///
/// A place is used again after its operation has ended; a ``NodeID`` also tells which one is meant.
typealias Slot = Int32

/// Names one operation, also after its place has been given to another.
struct NodeID: Hashable, Sendable {
  var slot: Slot
  var generation: UInt32
}
