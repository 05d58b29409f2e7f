/// Where a presenter gets its rows.
struct ListFeed<Rows: PresentableRows> {
  /// One step from what is shown to what is to be shown.
  struct Step {
    var rows: Rows
    var changes: GroupedChanges
    var origins: ListOrigins
  }

  /// What rings when there may be something new.
  let bell: ListBell
  /// The newest version.
  let snapshot: () -> Rows
  /// What leads from a version to the newest one.
  let step: (_ shown: Rows) -> Step
}

extension ListFeed {
  /// The rows of a list, in one section.
  init<List: ListReading>(_ list: List) where Rows == ListSnapshot<List.Element> {
    let delivery = list.delivery
    func step(from shown: Rows) -> Step {
      let transition = delivery(shown)
      return Step(
        rows: transition.new, changes: GroupedChanges(transition.changes),
        origins: transition.origins)
    }
    self.init(bell: list.bell, snapshot: list.snapshot, step: step)
  }
}
