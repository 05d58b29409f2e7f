/// The name of a field, compared byte by byte.
///
/// Swift compares strings by canonical equivalence: “é” may be one scalar or two. The keys of a
/// dictionary may be file names, which are then different names.
struct StateName: Hashable {
  let text: String

  static func == (one: StateName, other: StateName) -> Bool {
    one.text.hasSameBytes(as: other.text)
  }

  func hash(into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

extension String {
  /// Returns whether both strings have the same UTF-8.
  @inline(__always)
  func hasSameBytes(as other: String) -> Bool {
    let (one, two) = (utf8, other.utf8)
    guard one.count == two.count else { return false }
    let isSame = one.withContiguousStorageIfAvailable { bytes in
      two.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    if case .some(.some(let isSame)) = isSame { return isSame }
    return one.elementsEqual(two)
  }
}
