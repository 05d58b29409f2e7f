struct ListFeed<Rows: PresentableRows> {
  struct Step {
    var rows: Rows
    var changes: GroupedChanges
    var origins: ListOrigins
  }

  let changeSignal: ListChangeSignal
  var preparation: ObserverRegistration.Preparation = { nil }
  let snapshot: () -> Rows
  let step: (_ shown: Rows) -> Step
}

extension ListFeed {
  init(_ list: some RowsReading<Rows>) {
    let delivery = list.delivery
    func step(from shown: Rows) -> Step {
      let transition = delivery(shown)
      return Step(
        rows: transition.new, changes: Rows.bySection(transition.changes),
        origins: transition.origins)
    }
    self.init(
      changeSignal: list.changeSignal, preparation: list.preparation, snapshot: list.snapshot,
      step: step)
  }
}
