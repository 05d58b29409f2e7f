/// The first byte of each coded value: what it is.
///
/// The format, which ``StateEncoder`` writes and ``StateDecoder`` reads:
///
/// - A *document* is the table of the names that occur in it (their number, then each as length and
///   UTF-8), and one value.
/// - A *value* is a tag and what belongs to it. Lengths and numbers are of seven bits a byte, the
///   lowest first; the highest bit says that another byte follows.
/// - A *list* has its length in bytes, and its elements.
/// - A *record* has its length in bytes, and its fields, each the place of its name in the table, and
///   a value.
///
/// Each value can be skipped without being understood: whoever reads needs neither the fields that
/// have been added since, nor those that were there before.
enum StateTag {
  static let null: UInt8 = 0
  static let no: UInt8 = 1
  static let yes: UInt8 = 2
  /// A whole number up to 63 bits and a sign, which is the lowest bit.
  static let integer: UInt8 = 3
  /// A whole number of 64 bits without a sign.
  static let unsigned: UInt8 = 4
  /// Four bytes, the lowest first.
  static let float: UInt8 = 5
  /// Eight bytes, the lowest first.
  static let double: UInt8 = 6
  /// A length, and UTF-8.
  static let text: UInt8 = 7
  /// A length, and as many bytes: a list of whole numbers, each below 256.
  static let bytes: UInt8 = 8
  static let list: UInt8 = 9
  static let record: UInt8 = 10
  /// Sixteen bytes, the lowest first, with a sign.
  static let wide: UInt8 = 11
  /// Sixteen bytes, the lowest first, without a sign.
  static let unsignedWide: UInt8 = 12
  /// From here on, the tag has the length of a text in it, from 0 to 63.
  static let shortText: UInt8 = 0x40
  /// From here on, the tag is a number from 0 to 127.
  static let smallInteger: UInt8 = 0x80

  /// How deep values may be in values.
  ///
  /// Each level is some calls deep; more would be too much for the stack of a small thread.
  static let maximumDepth = 128
}

/// What the single kind of a value turned out to be.
enum StateShape {
  /// Nobody has asked yet.
  case open
  case single
  case list
  case record
}

/// The place of a value in a list, as a key.
struct StateIndexKey: CodingKey {
  let intValue: Int?

  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }

  var stringValue: String { "\(intValue ?? 0)" }
}

/// The key under which a superclass is coded unless it is given one.
struct StateSuperKey: CodingKey {
  init() {}
  init?(intValue: Int) { nil }
  init?(stringValue: String) { nil }

  var stringValue: String { "super" }
  var intValue: Int? { nil }
}
