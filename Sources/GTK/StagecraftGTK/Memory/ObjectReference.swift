#if GTK
internal import CGTK

@MainActor
final class ObjectReference {
  private let object: UnsafeMutableRawPointer

  init(_ object: UnsafeMutableRawPointer) {
    self.object = object
    g_object_ref(object)
  }

  isolated deinit { g_object_unref(object) }

  func withRaw<Instance, Result>(
    as type: Instance.Type, _ body: (UnsafeMutablePointer<Instance>) -> Result
  ) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(object.assumingMemoryBound(to: type))
  }

  func isSame(as other: ObjectReference) -> Bool { object == other.object }
}

@MainActor
final class WeakObject {
  // Allocated, because GLib stores the address of the reference in the object.
  private let reference = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

  init(_ object: UnsafeMutableRawPointer?) { g_weak_ref_init(reference, object) }

  isolated deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }

  var object: ObjectReference? {
    guard let object = g_weak_ref_get(reference) else { return nil }
    defer { g_object_unref(object) }
    return ObjectReference(object)
  }

  /// With nil if the object was destroyed.
  func use(_ body: (UnsafeMutableRawPointer?) -> Void) {
    let object = g_weak_ref_get(reference)
    body(object)
    if let object { g_object_unref(object) }
  }
}
#endif
