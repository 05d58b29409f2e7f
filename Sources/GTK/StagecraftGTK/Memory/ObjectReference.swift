#if GTK
internal import CGTK

/// Owns a reference to a GLib object that has no wrapper.
@MainActor
final class ObjectReference {
  private let object: UnsafeMutableRawPointer

  /// Takes a reference of its own.
  init(_ object: UnsafeMutableRawPointer) {
    self.object = object
    g_object_ref(object)
  }

  isolated deinit { g_object_unref(object) }

  /// Calls a closure with the object, which lives until the closure has returned.
  func withRaw<Instance, Result>(
    as type: Instance.Type, _ body: (UnsafeMutablePointer<Instance>) -> Result
  ) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(object.assumingMemoryBound(to: type))
  }
}

/// Refers to a GLib object without keeping it alive.
@MainActor
final class WeakObject {
  // Allocated, because GLib stores the address of the reference in the object.
  private let reference = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

  init(_ object: UnsafeMutableRawPointer?) { g_weak_ref_init(reference, object) }

  isolated deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }

  /// The object, if it is alive.
  var object: ObjectReference? {
    guard let object = g_weak_ref_get(reference) else { return nil }
    defer { g_object_unref(object) }
    return ObjectReference(object)
  }

  /// Calls a closure with the object, or with nil if it was destroyed.
  func use(_ body: (UnsafeMutableRawPointer?) -> Void) {
    let object = g_weak_ref_get(reference)
    body(object)
    if let object { g_object_unref(object) }
  }
}
#endif
