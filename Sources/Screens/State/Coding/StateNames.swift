/// A lookup first tries the name that followed the previous one the last time: the structures in an
/// array have the same fields in the same order.
struct StateNames {
  private(set) var names: [String] = []
  private var indices: [StateName: Int] = [:]
  private var successors: [Int] = []
  private var last = -1

  /// So that reading a document does not need many times its memory.
  static let maximumCount = 1 << 16

  mutating func index(of name: String) -> Int {
    if last >= 0 {
      let guess = successors[last]
      if guess >= 0, names[guess].hasSameBytes(as: name) {
        last = guess
        return guess
      }
    }
    let index = indices[StateName(text: name)] ?? add(name)
    if last >= 0 { successors[last] = index }
    last = index
    return index
  }

  private mutating func add(_ name: String) -> Int {
    let index = names.count
    names.append(name)
    successors.append(-1)
    indices[StateName(text: name)] = index
    return index
  }
}

/// Compared byte by byte: Swift compares strings by canonical equivalence, and file names that are
/// equal so may be different keys.
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
  @inline(__always)
  func hasSameBytes(as other: String) -> Bool {
    // A string is a value: what its two words mean depends on nothing else, so two with equal words
    // have the same UTF-8. Most names have at most 15 bytes, which are in these words. Strings with
    // different words may still have the same UTF-8.
    let (left, right) = (
      unsafeBitCast(self, to: (UInt, UInt).self), unsafeBitCast(other, to: (UInt, UInt).self)
    )
    return left == right || hasSameBytes(comparing: other)
  }

  func hasSameBytes(comparing other: String) -> Bool {
    let (one, two) = (utf8, other.utf8)
    guard one.count == two.count else { return false }
    let isSame = one.withContiguousStorageIfAvailable { bytes in
      two.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    if case .some(.some(let isSame)) = isSame { return isSame }
    return one.elementsEqual(two)
  }
}
