/// A handle that is not kept alive.
struct WeakHandle {
  weak var handle: AnyOperationHandle?
}
