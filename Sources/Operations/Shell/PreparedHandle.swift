/// The handle of a prepared operation, which its users keep alive.
struct PreparedHandle: PagedElement {
  weak var handle: AnyOperationHandle?
  var nextVacant: Int32 = -1
}
