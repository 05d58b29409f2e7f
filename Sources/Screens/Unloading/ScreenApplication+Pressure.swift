public import StagecraftMemory

extension ScreenApplication {
  /// Has hidden screens give back what they hold whenever memory runs short.
  ///
  /// ```swift
  /// application.unloads(under: pressure)
  /// ```
  ///
  /// | from | who is asked | what it does |
  /// | --- | --- | --- |
  /// | high | “memory warning” | calls ``AnyScreen/didReceiveMemoryWarning()`` of all screens |
  /// | elevated | “heavy resources” | drops those of hidden screens, the farthest first |
  /// | high | “hidden screens” | unloads their views, the farthest first |
  ///
  /// The warning comes first, and gives back nothing by itself. The others stop when enough has been
  /// given back; what the user is likely to see next keeps its view unless memory is critically
  /// short. They report the bytes that are known: see ``AnyScreen/estimatedViewBytes``.
  ///
  /// The monitor does not keep the application alive: the registration ends with it. Called again
  /// for the same monitor, it does nothing.
  ///
  /// - Parameters:
  ///   - monitor: tells when memory is short. It is not kept alive.
  ///   - level: the level from which whole views go; `critical` where a toolkit keeps hidden views
  ///     cheap by itself.
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
