import Foundation
import LibraryModel

/// A text of the program in the reader's language.
func text(_ english: String) -> String { Translations.current[english] ?? english }

/// A text with numbers or names in it, in the reader's language.
func text(_ english: String, _ values: any CVarArg...) -> String {
  let format = text(english)
  // With a locale, each number takes as long as a label: only fractions need one.
  return String(format: format, locale: format.contains("%.") ? .current : nil, arguments: values)
}

extension Int {
  /// With separators, as in “4,217”.
  var grouped: String { formatted(.number) }
}

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
    default: date.formatted(date: .abbreviated, time: .omitted)
    }
  }

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

  var ratingText: String { String(format: "★ %.1f", locale: .current, Double(rating) / 10) }

  var yearText: String { year < 0 ? text("%d BC", -year) : "\(year)" }
}

func sentence(for error: any Error) -> String {
  switch error {
  case LendingError.nothingInStock: return text("All copies are on loan.")
  case LendingError.alreadyBorrowed: return text("You have a copy already.")
  case LendingError.othersAreWaiting: return text("Other readers wait for this title.")
  case LendingError.renewedTooOften: return text("It cannot be renewed again.")
  case LendingError.returned: return text("It was returned already.")
  default:
    complain("\(error)")
    return text("This was not done. Please try again.")
  }
}

/// Writes what a developer wants to know.
func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
