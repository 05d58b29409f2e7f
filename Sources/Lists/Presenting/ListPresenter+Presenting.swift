extension ListPresenter {
  @discardableResult
  func present(isAnimated: Bool = true) -> Bool {
    let isReady = machine.isPresenting || surface?.isReadyForChanges ?? true
    guard machine.begin(isReady: isReady) else {
      if !machine.isPresenting { onPresentation?(.postponed) }
      return false
    }
    let step = feed.step(rows)
    let animates = isAnimated && !step.origins.areOnly(gestures)
    let presentation = show(step, isAnimated: animates)
    if machine.ended() { presentLater() }
    guard let presentation else { return false }
    onPresentation?(presentation)
    return true
  }

  private func show(_ step: ListFeed<Rows>.Step, isAnimated: Bool) -> ListPresentation? {
    // During its calls the surface may be detached, or another one attached, which has then
    // reloaded and shows newer rows.
    let registration = self.registration
    var isAttached: Bool { registration === self.registration }
    func switchRows() {
      guard isAttached else { return }
      rows = step.rows
      surfaceMoves = []
    }

    guard let surface else {
      switchRows()
      return nil
    }
    switch plan(for: step, on: surface) {
    case .nothing:
      // Switch anyway, so that the old version is freed.
      switchRows()
      return nil
    case .updates(let paths):
      switchRows()
      surface.reconfigureRows(at: paths)
      return .updates(paths.count)
    case .batch(let batch, let updates):
      var hasSwitched = false
      surface.performBatch(batch, isAnimated: isAnimated) {
        hasSwitched = true
        switchRows()
      }
      if isAttached, !hasSwitched {
        switchRows()
        surface.reloadRows()
        return .reload(.rowsNotSwitched)
      }
      if isAttached, !updates.isEmpty { surface.reconfigureRows(at: updates) }
      return .batch(
        changes: batch.structuralCount, updates: updates.count, isAnimated: isAnimated)
    case .reload(let reason):
      switchRows()
      surface.reloadRows()
      return .reload(reason)
    }
  }

  private func plan(for step: ListFeed<Rows>.Step, on surface: any ListSurface) -> BatchPlan {
    BatchPlan(
      surfaceMoves.reduce(step.changes) { $0.following($1.inverted) },
      from: surfaceMoves.last?.newCounts ?? rows.rowCounts, to: step.rows.rowCounts,
      isInWindow: surface.isInWindow,
      limits: BatchPlan.Limits(changes: maximumBatch, updates: maximumUpdates))
  }
}
