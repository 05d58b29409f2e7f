/// A weak reference, for collections.
@frozen
@usableFromInline
package struct WeakReference<Object: AnyObject> {
  /// The object; nil once it has been deallocated.
  @usableFromInline package private(set) weak var object: Object?

  /// Creates a reference to an object.
  ///
  /// - Parameter object: The object, which is not retained.
  @inlinable
  package init(_ object: Object) { self.object = object }
}

extension WeakReference: Sendable where Object: Sendable {}
