/// A value of a column.
///
/// Values have an order, in which rows are sorted: null, numbers, text by its Unicode scalars, bytes.
public enum TableValue: Hashable, Sendable {
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
