import Foundation
import LibraryModel
import StagecraftGTK

/// A text of the program in the reader's language.
func text(_ english: String) -> String { TextCatalogue.current[english] }

/// A text with numbers or names in it, in the reader's language.
func text(_ english: String, _ values: any CVarArg...) -> String {
  // With a locale, a formatter is made for each number; those with separators are `grouped`.
  let locale = values.contains { $0 is Double } ? TextCatalogue.current.locale : nil
  return String(format: text(english), locale: locale, arguments: values)
}

extension Int {
  /// With separators, as in “4,217”.
  var grouped: String { formatted(.number.locale(TextCatalogue.current.locale)) }

  /// An hour of a day, as in “19:00”.
  var hourText: String {
    Date(timeIntervalSince1970: Double(self) * 3_600).formatted(dateStyle.hour().minute())
  }
}

extension Range<Int> {
  /// Hours, as in “10:00 – 19:00”; a part of its own where lines are read from the right.
  var hoursText: String { "\u{2068}\(lowerBound.hourText) – \(upperBound.hourText)\u{2069}" }
}

/// In the reader's language, in the calendar of `Day.date`.
private let dateStyle = Date.FormatStyle(locale: TextCatalogue.current.locale, timeZone: .gmt)

extension Day {
  /// As in “due in 4 days”.
  var dueText: String {
    switch self - .today {
    case ..<(-1): text("%d days late", Day.today - self)
    case -1: text("1 day late")
    case 0: text("due today")
    case 1: text("due tomorrow")
    default: text("due in %d days", self - .today)
    }
  }

  /// As in “yesterday”.
  var agoText: String {
    switch Day.today - self {
    case ...0: text("today")
    case 1: text("yesterday")
    case ..<14: text("%d days ago", Day.today - self)
    default: date.formatted(dateStyle.day().month().year())
    }
  }

  /// As in “Saturday”.
  var weekdayText: String { date.formatted(dateStyle.weekday(.wide)) }

  /// As in “28 November”.
  var shortText: String { date.formatted(dateStyle.day().month(.wide)) }

  /// The style of a tag that says when something is due.
  var dueStyle: String {
    switch self - .today {
    case ..<0: "error"
    case ..<3: "warning"
    default: "success"
    }
  }
}

extension Genre {
  var name: String { text(rawValue.capitalized) }
}

extension Catalogue.Order {
  var name: String {
    switch self {
    case .popular: text("Popular")
    case .title: text("Title")
    case .author: text("Author")
    case .newest: text("Newest")
    }
  }
}

extension Order.State {
  var name: String {
    switch self {
    case .new: text("New")
    case .picking: text("Picking")
    case .ready: text("Ready")
    }
  }
}

extension Title {
  /// Whether it can be had, as below a cover.
  var stockText: String {
    if inStock > 0 { return text("%d of %d in stock", inStock, copies) }
    guard let due else { return text("%d in line", waiting) }
    let days = max(due - .today, 1)
    let when = days == 1 ? text("tomorrow") : text("in %d days", days)
    return waiting == 0 ? when : text("%@, %d in line", when, waiting)
  }

  var ratingText: String {
    String(format: "★ %.1f", locale: TextCatalogue.current.locale, Double(rating) / 10)
  }

  var yearText: String { year < 0 ? text("%d BC", -year) : "\(year)" }
}

func sentence(for error: any Error) -> String {
  switch error {
  case LendingError.nothingInStock: return text("All copies are on loan.")
  case LendingError.alreadyBorrowed: return text("You have a copy already.")
  case LendingError.othersAreWaiting: return text("Other readers wait for this title.")
  case LendingError.renewedTooOften: return text("It cannot be renewed again.")
  case LendingError.returned: return text("It was returned already.")
  // In the words of the desktop.
  case let error as OpeningError where !error.reason.isEmpty: return error.reason
  default:
    complain("\(error)")
    return text("This was not done. Please try again.")
  }
}

/// Writes what a developer wants to know.
func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
