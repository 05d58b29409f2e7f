@frozen
@usableFromInline
package struct WeakReference<Object: AnyObject> {
  @usableFromInline package private(set) weak var object: Object?

  @inlinable
  package init(_ object: Object) { self.object = object }
}

extension WeakReference: Sendable where Object: Sendable {}
