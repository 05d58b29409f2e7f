/// The source of a presenter's rows.
struct ListFeed<Rows: PresentableRows> {
  /// One transition from the shown rows to the next.
  struct Step {
    var rows: Rows
    var changes: GroupedChanges
    var origins: ListOrigins
  }

  /// Notifies that there may be changes.
  let changeSignal: ListChangeSignal
  /// Updates the list before it is read on the main actor.
  var preparation: ObserverRegistration.Preparation = { nil }
  /// Returns the current version.
  let snapshot: () -> Rows
  /// Returns the transition from a version to the current one.
  let step: (_ shown: Rows) -> Step
}

extension ListFeed {
  /// Creates a feed of a list's rows, in one section.
  init<List: ListReading>(_ list: List) where Rows == ListSnapshot<List.Element> {
    let delivery = list.delivery
    func step(from shown: Rows) -> Step {
      let transition = delivery(shown)
      return Step(
        rows: transition.new, changes: GroupedChanges(transition.changes),
        origins: transition.origins)
    }
    self.init(
      changeSignal: list.changeSignal, preparation: list.preparation, snapshot: list.snapshot,
      step: step)
  }
}
