struct SpliceFeed<Element: Identifiable & Sendable> where Element.ID: Sendable {
  let changeSignal: ListChangeSignal
  let preparation: ObserverRegistration.Preparation
  let rows: ListSnapshot<Element>
  let sections: SectionStarts?
  /// The transition from a version to the current one, and the sections of that.
  let step:
    (_ shown: ListSnapshot<Element>) -> (ListTransition<ListSnapshot<Element>>, SectionStarts?)
}

extension SpliceFeed {
  init(_ list: some ListReading<Element>) {
    let delivery = list.delivery
    self.init(
      changeSignal: list.changeSignal, preparation: list.preparation, rows: list.snapshot(),
      sections: nil
    ) { (delivery($0), nil) }
  }

  init<Key>(_ list: GroupedList<Key, Element>) {
    let first = list.snapshot()
    self.init(
      changeSignal: list.changeSignal, preparation: list.preparation, rows: first.rows,
      sections: SectionStarts(first.table)
    ) { shown in
      let new = list.snapshot()
      let transition = ListTransition(
        from: shown, to: new.rows, budget: StepBudget.mainActor, origins: .unknown)
      return (transition, SectionStarts(new.table))
    }
  }
}

struct SectionStarts: Equatable, Sendable {
  /// The position of the first row of each section, followed by the number of all rows.
  let starts: [Int]

  init<Key>(_ table: GroupedTable<Key>) { starts = table.starts }

  func range(at position: Int) -> Range<Int> {
    // The first section that ends after the position; empty sections end before it.
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = low + (high - low) / 2
      if starts[middle + 1] > position { high = middle } else { low = middle + 1 }
    }
    return starts[low]..<starts[low + 1]
  }
}
