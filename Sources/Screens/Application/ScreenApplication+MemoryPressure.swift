public import StagecraftMemory

extension ScreenApplication {
  /// Notifies all screens and the delegate that memory is short, and then unloads according to
  /// ``warningPolicy``.
  ///
  /// First each screen's ``AnyScreen/didReceiveMemoryWarning()`` is called, in the order in which
  /// the screens were created, with or without a view. Then the delegate is notified. Then views
  /// and heavy resources are unloaded. Finally the allocator is trimmed shortly after, on another
  /// thread: otherwise many small freed blocks would not return to the system.
  ///
  /// The callbacks may do anything: screens that are destroyed meanwhile, or join another
  /// application, are skipped, and screens that are created meanwhile are not called. A warning
  /// during a warning, until the end of the unloading, has no effect: it would notify the same
  /// screens of the same shortage.
  public func receiveMemoryWarning() { warn { unloadAfterWarning() } }

  /// Notifies all screens and the delegate, and unloads nothing; false during a warning.
  @discardableResult
  func notifyMemoryWarning() -> Bool { warn {} }

  @discardableResult
  private func warn(_ relieve: () -> Void) -> Bool {
    guard !isWarning else { return false }
    isWarning = true
    defer { isWarning = false }
    let entries = registry.entries
    for index in entries.indices {
      guard let screen = entries[index].screen, screen.application === self else { continue }
      screen.note(.memoryWarning)
      screen.didReceiveMemoryWarning()
    }
    delegate?.applicationDidReceiveMemoryWarning(self)
    relieve()
    return true
  }

  /// Unloads hidden screens whenever memory is short.
  ///
  /// ```swift
  /// application.registerForPressure(with: pressure)
  /// ```
  ///
  /// Three responders are registered with the monitor:
  ///
  /// | From level | Name | Action |
  /// | --- | --- | --- |
  /// | high | “memory warning” | calls ``AnyScreen/didReceiveMemoryWarning()`` of all screens |
  /// | elevated | “heavy resources” | drops those of hidden screens, the most distant first |
  /// | high | “hidden screens” | unloads their views, the most distant first |
  ///
  /// The warning comes first, and reports no bytes itself. The others stop when enough has been
  /// released. A screen that the user is likely to see next, or saw within the ``recentPeriod``,
  /// keeps its view unless the level is critical. The reports count the known bytes: see
  /// ``AnyScreen/estimatedViewBytes``.
  ///
  /// The others occupy the main actor for some milliseconds at a time, so that it can do other work
  /// in between; what that work shows is not unloaded. They end early if they exceed the monitor's
  /// budget.
  ///
  /// The monitor does not retain the application: the registration ends with it. Calling this
  /// method again for the same monitor has no effect.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that reports memory pressure. It is not retained.
  ///   - level: The level from which whole views are unloaded. Pass `critical` if the toolkit
  ///     itself makes hidden views cheap.
  public func registerForPressure(
    with monitor: PressureMonitor, viewsFrom level: PressureLevel = .high
  ) {
    guard unloader.add(monitor) else { return }
    let reference = unloader.reference ?? WeakApplicationReference(self)
    unloader.reference = reference
    monitor.register(
      for: reference, "memory warning", cost: .free, priority: .early, from: .high, on: .mainActor,
      release: { reference, _ in
        await reference.warn()
        return 0
      })
    monitor.register(
      for: reference, "heavy resources", cost: .fetched, from: .elevated, on: .mainActor,
      estimate: { reference in await reference.resourceBytes },
      release: { reference, request in await reference.dropResources(request) })
    monitor.register(
      for: reference, "hidden screens", cost: .noticed, from: level, on: .mainActor,
      estimate: { reference in await reference.viewBytes },
      release: { reference, request in await reference.unloadViews(request) })
  }
}
