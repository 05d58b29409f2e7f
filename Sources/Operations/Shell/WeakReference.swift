/// A weak reference, for collections.
struct WeakReference<Object: AnyObject> {
  weak var object: Object?
}
