extension AnyScreen {
  /// Collects the state of the screen, which has a view.
  ///
  /// Omissions are reported to the observers.
  final func collectState() -> ScreenState {
    var writer = StateWriter(budget: application.stateBudget.perScreen)
    saveState(into: &writer)
    tell(writer.omissions)
    return writer.state
  }

  /// Returns a reader of this screen's state, which reports unreadable values to the observers.
  final func reader(of state: ScreenState) -> StateReader {
    StateReader(state) { [weak self] error in self?.note(.stateUnreadable(error)) }
  }

  /// Reports to the observers what the screen could not save.
  final func tell(_ omissions: [StateOmission]) {
    for omission in omissions { note(.stateLeftOut(omission)) }
  }
}
