/// The values that the screens of the library save: one of each kind that can be coded.
struct Order: Codable, Hashable, Sendable {
  enum Place: Codable, Hashable, Sendable {
    case desk
    case shelf(row: Int, Int)
    case branch(name: String, open: Bool?)
    indirect case sentOn(to: Place)
  }

  enum Urgency: String, Codable, Hashable, Sendable, CaseIterable {
    case low, high
  }

  var id: Int
  var title: String
  var price: Double
  var isOpen: Bool
  var notes: [String] = []
  var reader: String?
  var place = Place.desk
  var urgency = Urgency.low
  var ratings: [String: Int] = [:]
}

extension Order {
  /// A sample order.
  static func sample(_ number: Int) -> Order {
    Order(
      id: number * 7, title: "Order of “Momo”, copy \(number)", price: Double(number) * 1.1,
      isOpen: number % 3 == 0, notes: number % 4 == 0 ? ["by post", "wrapped"] : [],
      reader: number % 2 == 0 ? "Reader \(number)" : nil,
      place: number % 5 == 0 ? .shelf(row: number, 3) : .desk,
      urgency: number % 2 == 0 ? .high : .low, ratings: [:])
  }
}

/// An integer of each type, at both ends of its range.
struct Numbers: Codable, Hashable, Sendable {
  var i = [Int.min, -1, 0, 1, 127, 128, .max]
  var i8 = [Int8.min, -1, 0, .max]
  var i16 = [Int16.min, -1, 0, .max]
  var i32 = [Int32.min, -1, 0, .max]
  var i64 = [Int64.min, -1, 0, .max]
  var i128 = [Int128.min, -1, 0, .max]
  var u = [UInt.min, 127, 128, .max]
  var u8 = [UInt8.min, 127, 128, .max]
  var u16 = [UInt16.min, .max]
  var u32 = [UInt32.min, .max]
  var u64 = [UInt64.min, 1 << 63, .max]
  var u128 = [UInt128.min, .max]
  var one = Int8.min
  var two: UInt16? = 500
  var three: Int128 = -5
}

/// An object whose superclass is coded too.
class Medium: Codable {
  var title: String

  init(title: String) { self.title = title }
}

final class Recording: Medium {
  var minutes: Int

  private enum CodingKeys: CodingKey { case minutes }

  init(title: String, minutes: Int) {
    self.minutes = minutes
    super.init(title: title)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    minutes = try container.decode(Int.self, forKey: .minutes)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(minutes, forKey: .minutes)
  }
}

/// A chain of any length.
indirect enum Chain: Codable, Hashable, Sendable {
  case end
  case link(Chain)

  init(length: Int) {
    self = .end
    for _ in 0..<length { self = .link(self) }
  }
}
