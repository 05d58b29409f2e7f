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

  /// Notifies all screens and the delegate that memory is short, and unloads nothing.
  ///
  /// - Returns: Whether they were notified; false during a warning.
  @discardableResult
  func tellMemoryWarning() -> Bool { warn {} }

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
}
