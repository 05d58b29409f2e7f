/// A type whose values are stored in one column.
///
/// Whole numbers that fit into 64 bits with a sign, floating-point numbers, `String`, `Bool`,
/// `[UInt8]`, and optionals of them.
public protocol TableColumnValue {
  /// Creates a value from a column; nil if the column's value is not one of this type.
  ///
  /// - Parameter value: The value of the column.
  init?(_ value: TableValue)

  /// The value of the column.
  var tableValue: TableValue { get }
}

extension TableColumnValue where Self: FixedWidthInteger {
  /// Creates a whole number from a number that is whole and in range.
  public init?(_ value: TableValue) {
    switch value {
    case .integer(let value): self.init(exactly: value)
    case .real(let value): self.init(exactly: value)
    case .null, .text, .bytes: return nil
    }
  }

  /// The number.
  public var tableValue: TableValue { .integer(Int64(self)) }
}

extension Int: TableColumnValue {}
extension Int8: TableColumnValue {}
extension Int16: TableColumnValue {}
extension Int32: TableColumnValue {}
extension Int64: TableColumnValue {}
extension UInt8: TableColumnValue {}
extension UInt16: TableColumnValue {}
extension UInt32: TableColumnValue {}

extension Double: TableColumnValue {
  /// Creates a number from a number, or from text with one, such as PostgreSQL's `numeric`.
  public init?(_ value: TableValue) {
    switch value {
    case .integer(let value): self = Double(value)
    case .real(let value): self = value
    case .text(let text): self.init(text)
    case .null, .bytes: return nil
    }
  }

  /// The number.
  public var tableValue: TableValue { .real(self) }
}

extension Float: TableColumnValue {
  /// Creates a number from a number, rounded, or from text with one.
  public init?(_ value: TableValue) {
    guard let value = Double(value) else { return nil }
    self.init(value)
  }

  /// The number.
  public var tableValue: TableValue { .real(Double(self)) }
}

extension String: TableColumnValue {
  /// Creates text from text.
  public init?(_ value: TableValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }

  /// The text.
  public var tableValue: TableValue { .text(self) }
}

extension Bool: TableColumnValue {
  /// Creates a truth value from 0 or 1.
  public init?(_ value: TableValue) {
    switch value {
    case .integer(0): self = false
    case .integer(1): self = true
    case .integer, .null, .real, .text, .bytes: return nil
    }
  }

  /// 0 or 1.
  public var tableValue: TableValue { .integer(self ? 1 : 0) }
}

extension Array: TableColumnValue where Element == UInt8 {
  /// Creates bytes from bytes.
  public init?(_ value: TableValue) {
    guard case .bytes(let bytes) = value else { return nil }
    self = bytes
  }

  /// The bytes.
  public var tableValue: TableValue { .bytes(self) }
}

extension Optional: TableColumnValue where Wrapped: TableColumnValue {
  /// Creates nothing from null, or a value.
  public init?(_ value: TableValue) {
    if value == .null {
      self = .none
    } else if let wrapped = Wrapped(value) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }

  /// The value, or null.
  public var tableValue: TableValue { self?.tableValue ?? .null }
}
