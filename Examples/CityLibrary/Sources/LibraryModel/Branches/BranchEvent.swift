/// What goes on at a branch.
package struct BranchEvent: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case reading = "A Reading"
    case children = "Stories for Children"
    case chess = "Chess Evening"
    case repair = "Book Repair Workshop"
    case language = "Language Table"
  }

  package var kind: Kind
  package var day: Day
  package var hour: Int
}

extension Branch {
  /// The events of the next two weeks.
  ///
  /// They are made up: those of a week follow from its number and from the branch.
  package func events(from today: Day) -> [BranchEvent] {
    let monday = today + (1 - today.weekday)
    let events = [0, 7, 14].flatMap { week -> [BranchEvent] in
      var random = SeededRandom(text: "\(id) \((monday + week).number)")
      return BranchEvent.Kind.allCases.compactMap { kind in
        let day = monday + (week + random.below(6))
        guard random.below(2) == 0, let hours = hours(on: day) else { return nil }
        let hour = kind == .children ? hours.lowerBound + 1 : hours.upperBound - 2
        return BranchEvent(kind: kind, day: day, hour: hour)
      }
    }
    return events.filter { today <= $0.day && $0.day < today + 14 }.sorted { $0.day < $1.day }
  }
}
