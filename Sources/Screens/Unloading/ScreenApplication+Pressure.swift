public import StagecraftMemory

extension ScreenApplication {
  /// Unloads hidden screens whenever memory is short.
  ///
  /// ```swift
  /// application.unloads(under: pressure)
  /// ```
  ///
  /// Three participants are registered with the monitor:
  ///
  /// | From level | Name | Action |
  /// | --- | --- | --- |
  /// | high | “memory warning” | calls ``AnyScreen/didReceiveMemoryWarning()`` of all screens |
  /// | elevated | “heavy resources” | drops those of hidden screens, the most distant first |
  /// | high | “hidden screens” | unloads their views, the most distant first |
  ///
  /// The warning comes first, and reports no bytes itself. The others stop when enough has been
  /// released. A screen that the user is likely to see next keeps its view unless the level is
  /// critical. The reports count the known bytes: see ``AnyScreen/estimatedViewBytes``.
  ///
  /// The monitor does not retain the application: the registration ends with it. Calling this
  /// method again for the same monitor has no effect.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that reports memory pressure. It is not retained.
  ///   - level: The level from which whole views are unloaded. Pass `critical` if the toolkit
  ///     itself makes hidden views cheap.
  public func unloads(under monitor: PressureMonitor, viewsFrom level: PressureLevel = .high) {
    guard unloader.follows(monitor) else { return }
    let seat = unloader.seat ?? ScreenSeat(self)
    unloader.seat = seat
    monitor.register(
      for: seat, "memory warning", cost: .free, priority: .early, from: .high, on: .mainActor,
      release: { seat, _ in
        await seat.warn()
        return 0
      })
    monitor.register(
      for: seat, "heavy resources", cost: .fetched, from: .elevated, on: .mainActor,
      estimate: { seat in await seat.resourceBytes },
      release: { seat, request in await seat.dropResources(request) })
    monitor.register(
      for: seat, "hidden screens", cost: .noticed, from: level, on: .mainActor,
      estimate: { seat in await seat.viewBytes },
      release: { seat, request in await seat.unloadViews(request) })
  }
}
