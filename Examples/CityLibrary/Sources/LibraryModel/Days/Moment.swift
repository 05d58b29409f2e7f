package import Foundation

/// An hour of a day at the library; as a row of a list, there is one.
package struct Moment: Identifiable, Hashable, Sendable {
  package var day: Day
  package var hour: Int

  package init(day: Day, hour: Int) { (self.day, self.hour) = (day, hour) }

  package init(containing date: Date, in zone: TimeZone) {
    day = Day(containing: date, in: zone)
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
    hour = (seconds - day.number * 86_400) / 3_600
  }

  package static var now: Moment { Moment(containing: .atLibrary, in: .current) }

  package var id: Int { 0 }
}
