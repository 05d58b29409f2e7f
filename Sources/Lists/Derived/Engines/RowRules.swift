@usableFromInline
struct RowRules<Input: Sendable, Output: Sendable>: Sendable {
  /// Which of at most 64 rows are shown; created where the user's closure is known, so that the
  /// compiler can make one loop of both.
  @usableFromInline typealias Selection = @Sendable (UnsafeBufferPointer<Input>) -> UInt64

  @usableFromInline var selection: Selection?
  @usableFromInline let output: @Sendable (Input) -> Output

  @inlinable
  init(selection: Selection?, output: @escaping @Sendable (Input) -> Output) {
    self.selection = selection
    self.output = output
  }

  @inlinable
  func shows(_ row: Input) -> Bool {
    guard let selection else { return true }
    return withUnsafePointer(to: row) { selection(UnsafeBufferPointer(start: $0, count: 1)) } != 0
  }
}

extension RowRules where Input == Output {
  @inlinable
  @inline(__always)
  init(filter isIncluded: @escaping @Sendable (Input) -> Bool) {
    self.init(selection: Self.selection(isIncluded), output: { $0 })
  }

  @inlinable
  @inline(__always)
  static func selection(_ isIncluded: @escaping @Sendable (Input) -> Bool) -> Selection {
    { rows in
      var bits: UInt64 = 0
      for offset in rows.indices where isIncluded(rows[offset]) { bits |= 1 &<< UInt64(offset) }
      return bits
    }
  }
}
