#if DEBUG
/// Determines which stored properties of a class or a struct are strong references.
///
/// A mirror does not reveal it, and reading an `unowned` property whose object has been destroyed
/// traps. The functions are those of the runtime on which mirrors are built.
///
/// Debug builds only: nothing private of the runtime is linked into an app that is shipped.
enum StoredProperties {
  /// Returns which of the properties that a mirror shows are neither weak nor unowned.
  static func areStrong(in mirror: Mirror) -> [Bool]? {
    let inherited = mirror.superclassMirror.map { fieldCount($0.subjectType) } ?? 0
    let count = fieldCount(mirror.subjectType) - inherited
    guard count == mirror.children.count else { return nil }
    return (0..<count).map { isStrong(inherited + $0, of: mirror.subjectType) }
  }

  private static func isStrong(_ index: Int, of type: Any.Type) -> Bool {
    var field = FieldMetadata()
    _ = fieldType(type, index: index, fieldMetadata: &field)
    field.free?(field.name)
    return field.isStrong
  }
}

/// The runtime's description of a stored property, in the runtime's layout.
private struct FieldMetadata {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

/// Returns the number of stored properties of a class or a struct, including inherited ones.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  _ type: Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type
#endif
