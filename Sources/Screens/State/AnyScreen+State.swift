extension AnyScreen {
  /// What the screen saves at this moment; it has a view.
  ///
  /// What was left out is told.
  final func collectState() -> ScreenState {
    var writer = StateWriter(budget: application.stateBudget.perScreen)
    saveState(into: &writer)
    tell(writer.omissions)
    return writer.state
  }

  /// Reads what this screen saved; what cannot be read is told.
  final func reader(of state: ScreenState) -> StateReader {
    StateReader(state) { [weak self] error in self?.note(.stateUnreadable(error)) }
  }

  /// Tells what the screen wanted to save, and could not.
  final func tell(_ omissions: [StateOmission]) {
    for omission in omissions { note(.stateLeftOut(omission)) }
  }
}
