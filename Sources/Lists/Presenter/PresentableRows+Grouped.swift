extension GroupedSnapshot: PresentableRows {
  /// How many sections there are.
  public var numberOfSections: Int { sections.count }

  /// How many rows a section has.
  ///
  /// - Parameter section: its number, counted from 0.
  /// - Returns: the number of its rows.
  public func numberOfRows(inSection section: Int) -> Int { sections[section].count }

  /// One row.
  ///
  /// - Parameter path: where it is.
  /// - Returns: the row.
  public func row(at path: RowPath) -> Element { self[path] }
}

extension ListFeed {
  /// The rows of a grouped list.
  init<Key, Element>(_ list: GroupedList<Key, Element>)
  where Rows == GroupedSnapshot<Key, Element> {
    func step(from shown: Rows) -> Step {
      let transition = list.changes(since: shown, budget: StepBudget.mainActor)
      return Step(
        rows: transition.new, changes: transition.changes, origins: transition.origins)
    }
    self.init(bell: list.bell, snapshot: list.snapshot, step: step)
  }
}

extension ListPresenter {
  /// Presents a list in sections.
  ///
  /// - Parameters:
  ///   - list: whose rows to present.
  ///   - cadence: how often to look for changes.
  ///   - gestures: the origin of edits that need no animation.
  public convenience init<Key, Element>(
    _ list: GroupedList<Key, Element>, cadence: ListCadence = .nextTurn,
    gestures: ListOrigin = ListOrigin("gestures")
  ) where Rows == GroupedSnapshot<Key, Element> {
    self.init(feed: ListFeed(list), cadence: cadence, gestures: gestures)
  }
}
