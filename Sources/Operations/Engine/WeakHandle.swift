/// A weak reference to a handle.
struct WeakHandle {
  weak var handle: AnyOperationHandle?
}
