/// A house of the library.
package struct Branch: Identifiable, Hashable, Codable, Sendable {
  package var id: Int
  package var name: String
  package var street: String
  package var latitude: Double
  package var longitude: Double
  package var opens: Int
  package var closes: Int
  package var closesOnSaturday: Int
  package var titles: Int
  package var copies: Int
  package var lent: Int

  package var inStock: Int { copies - lent }

  /// Whether it is open, and until when; or when it opens.
  package enum Opening: Hashable, Sendable {
    case open(until: Int)
    case closed(until: Int, on: Day)
  }

  /// From when until when it is open; nil on Sundays.
  package func hours(on day: Day) -> Range<Int>? {
    switch day.weekday {
    case 7: nil
    case 6: opens..<closesOnSaturday
    default: opens..<closes
    }
  }

  package func opening(at moment: Moment) -> Opening {
    if let hours = hours(on: moment.day), moment.hour < hours.upperBound {
      return moment.hour < hours.lowerBound
        ? .closed(until: hours.lowerBound, on: moment.day) : .open(until: hours.upperBound)
    }
    var day = moment.day + 1
    while hours(on: day) == nil { day = day + 1 }
    return .closed(until: opens, on: day)
  }
}
