/// A value of a column.
///
/// Values have an order, in which rows are sorted: null, numbers, text by its Unicode scalars, bytes.
///
/// Text is equal if its bytes in UTF-8 are, as in a database: two spellings of an accented letter are
/// two values.
public enum TableValue: Sendable {
  /// No value.
  case null
  /// A whole number; a truth value is 0 or 1.
  case integer(Int64)
  /// A number with a fraction.
  case real(Double)
  /// Text. Types that have no case of their own, such as dates of PostgreSQL, are text as the
  /// database writes them.
  case text(String)
  /// Bytes.
  case bytes([UInt8])
}

extension TableValue: Hashable {
  /// Returns whether both have the same type and the same value.
  public static func == (one: TableValue, other: TableValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one == other || one.isNaN && other.isNaN
    case (.text(let one), .text(let other)): ValueOrder(text: one, other) == .same
    case (.bytes(let one), .bytes(let other)): one == other
    default: false
    }
  }

  /// Hashes the value into `hasher`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.isNaN ? .nan : value)
    case .text(let value):
      for byte in value.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8.max)
    case .bytes(let value): hasher.combine(value)
    }
  }
}

/// How two values are ordered.
enum ValueOrder: Equatable {
  case before, same, after

  var reversed: ValueOrder {
    switch self {
    case .before: .after
    case .same: .same
    case .after: .before
    }
  }

  init<Value: Comparable>(_ one: Value, _ other: Value) {
    self = one < other ? .before : other < one ? .after : .same
  }

  private init(bytes one: Span<UInt8>, _ other: Span<UInt8>) {
    for index in 0..<min(one.count, other.count) where one[index] != other[index] {
      self = one[index] < other[index] ? .before : .after
      return
    }
    self.init(one.count, other.count)
  }

  /// By Unicode scalars, which is the order of the bytes of UTF-8.
  init(text one: String, _ other: String) {
    self.init(bytes: one.utf8.span, other.utf8.span)
  }

  init(bytes one: [UInt8], _ other: [UInt8]) {
    self.init(bytes: one.span, other.span)
  }
}

extension TableValue {
  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .bytes: 3
    }
  }

  func compared(with other: TableValue) -> ValueOrder {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): ValueOrder(one, other)
    case (.text(let one), .text(let other)): ValueOrder(text: one, other)
    case (.real(let one), .real(let other)): Self.compare(one, other)
    case (.integer(let one), .real(let other)): Self.compare(one, other)
    case (.real(let one), .integer(let other)): Self.compare(other, one).reversed
    case (.bytes(let one), .bytes(let other)): ValueOrder(bytes: one, other)
    default: ValueOrder(rank, other.rank)
    }
  }

  /// Not a number is after all numbers, as in PostgreSQL.
  private static func compare(_ one: Double, _ other: Double) -> ValueOrder {
    if one.isNaN || other.isNaN { return ValueOrder(one.isNaN ? 1 : 0, other.isNaN ? 1 : 0) }
    return ValueOrder(one, other)
  }

  /// Exact, where a conversion to `Double` would not be.
  private static func compare(_ one: Int64, _ other: Double) -> ValueOrder {
    if other.isNaN || other >= 0x1p63 { return .before }
    if other < -0x1p63 { return .after }
    let whole = Int64(other)
    let order = ValueOrder(one, whole)
    return order == .same ? ValueOrder(Double(whole), other) : order
  }
}

extension TableValue: Comparable {
  /// Returns whether a value comes before another one where rows are sorted.
  ///
  /// Numbers are compared by their value, so `integer(1)` and `real(1)` are neither before nor after
  /// each other.
  ///
  /// - Parameters:
  ///   - one: A value.
  ///   - other: Another value.
  /// - Returns: Whether `one` comes first.
  public static func < (one: TableValue, other: TableValue) -> Bool {
    one.compared(with: other) == .before
  }
}

extension TableValue: CustomStringConvertible {
  /// The value as errors name it: `null`, `17`, `“ready”`, or `3 bytes`.
  public var description: String {
    switch self {
    case .null: "null"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "“\(value)”"
    case .bytes(let value): "\(value.count) bytes"
    }
  }
}
