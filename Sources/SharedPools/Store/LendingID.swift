/// A random number of 128 bits that names a request or a session.
///
/// It is made by the client before anything is sent. A request that is sent again, because its
/// answer was lost, has the same identifier and receives the same answer.
public struct LendingID: Hashable, Sendable, Codable, LosslessStringConvertible {
  /// The first eight bytes.
  public let high: UInt64
  /// The last eight bytes.
  public let low: UInt64

  /// Creates an identifier from its halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a random identifier.
  public static func random() -> LendingID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Creates a random identifier with a generator, such as a seeded one.
  public static func random(using generator: inout some RandomNumberGenerator) -> LendingID {
    LendingID(high: generator.next(), low: generator.next())
  }

  /// Creates an identifier from 32 hexadecimal digits, with or without hyphens.
  public init?(_ description: String) {
    let digits = description.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let high = UInt64(String(decoding: digits.prefix(16), as: UTF8.self), radix: 16),
      let low = UInt64(String(decoding: digits.suffix(16), as: UTF8.self), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// The identifier in the form of a UUID, in lower case.
  public var description: String {
    func digits(_ number: UInt64) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let text = Array(digits(high) + digits(low))
    let parts = [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20..<32]]
    return parts.map { String($0) }.joined(separator: "-")
  }

  /// Decodes the digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = LendingID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Not 32 hexadecimal digits.")
    }
    self = id
  }

  /// Encodes the identifier as ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
