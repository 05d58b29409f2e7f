extension GroupedSnapshot: PresentableRows {
  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// Returns the number of rows in a section.
  ///
  /// - Parameter section: The number of the section, counted from 0.
  /// - Returns: The number of rows.
  public func numberOfRows(inSection section: Int) -> Int { sections[section].count }

  /// Returns the row at a path.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: The row.
  public func row(at path: RowPath) -> Element { self[path] }
}

extension ListFeed {
  init<Key, Element>(_ list: GroupedList<Key, Element>)
  where Rows == GroupedSnapshot<Key, Element> {
    func step(from shown: Rows) -> Step {
      let transition = list.changes(since: shown, budget: StepBudget.mainActor)
      return Step(
        rows: transition.new, changes: transition.changes, origins: transition.origins)
    }
    self.init(
      changeSignal: list.changeSignal, preparation: list.preparation, snapshot: list.snapshot,
      step: step)
  }
}

extension ListPresenter {
  /// Creates a presenter of a grouped list.
  ///
  /// - Parameters:
  ///   - list: The list to present.
  ///   - cadence: How often to present changes.
  ///   - gestures: The origin of edits without animation.
  public convenience init<Key, Element>(
    _ list: GroupedList<Key, Element>, cadence: ListCadence = .nextTurn,
    gestures: ListOrigin = ListOrigin("gestures")
  ) where Rows == GroupedSnapshot<Key, Element> {
    self.init(feed: ListFeed(list), cadence: cadence, gestures: gestures)
  }
}
