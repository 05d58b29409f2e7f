/// Which stored properties of a class or a struct keep what they refer to alive.
///
/// A mirror does not tell, and to read an `unowned` property whose object has ended is a trap. The
/// functions are those of the runtime's on which mirrors are built.
enum StoredProperties {
  /// Which of the properties that a mirror shows are neither weak nor unowned.
  ///
  /// - Returns: one answer for each; nil if the mirror shows something else than stored properties.
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

/// What the runtime knows of a stored property; the layout is the runtime's.
private struct FieldMetadata {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

/// How many stored properties a class or a struct has, inherited ones included.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  _ type: Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type
