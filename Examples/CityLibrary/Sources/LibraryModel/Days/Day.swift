package import Foundation

/// A day of the calendar at the library, counted from the first of January 1970.
package struct Day: Hashable, Comparable, Sendable, Codable {
  package var number: Int

  package init(_ number: Int) { self.number = number }

  package static var today: Day { Day(containing: .atLibrary, in: .current) }

  package init(containing date: Date, in zone: TimeZone) {
    let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    number = Int((seconds / 86_400).rounded(.down))
  }

  /// From 1 for Monday to 7 for Sunday.
  package var weekday: Int { (number + 3) % 7 + 1 }

  /// Its noon, to be formatted with a calendar of Greenwich.
  package var date: Date { Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200) }

  package static func < (left: Day, right: Day) -> Bool { left.number < right.number }
  package static func - (left: Day, right: Day) -> Int { left.number - right.number }
  package static func + (day: Day, days: Int) -> Day { Day(day.number + days) }

  package init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension Date {
  /// Now, or always the same moment: `CITY_NOW` in seconds since 1970, so that pictures of screens
  /// show the same day whenever they are taken.
  static var atLibrary: Date { fixed ?? Date() }

  private static let fixed = ProcessInfo.processInfo.environment["CITY_NOW"].flatMap { Double($0) }
    .map { Date(timeIntervalSince1970: $0) }
}
