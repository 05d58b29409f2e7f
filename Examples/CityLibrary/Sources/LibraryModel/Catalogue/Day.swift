import Foundation

/// A day of the calendar at the library, counted from the first of January 1970.
public struct Day: Hashable, Comparable, Sendable, Codable {
  public var number: Int

  public init(_ number: Int) { self.number = number }

  public static var today: Day { Day(containing: Date(), in: .current) }

  public init(containing date: Date, in zone: TimeZone) {
    let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    number = Int((seconds / 86_400).rounded(.down))
  }

  /// Its noon, to be formatted with a calendar of Greenwich.
  public var date: Date { Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200) }

  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
  public static func - (left: Day, right: Day) -> Int { left.number - right.number }
  public static func + (day: Day, days: Int) -> Day { Day(day.number + days) }

  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}
