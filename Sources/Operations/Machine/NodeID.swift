/// The index of an operation's record in the machine's table.
///
/// Records are reused after their operations have ended; a ``NodeID`` also identifies the
/// operation.
typealias Slot = Int32

/// Identifies an operation, even after its record has been reused.
struct NodeID: Hashable, Sendable {
  var slot: Slot
  var generation: UInt32
}
