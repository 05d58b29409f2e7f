extension ScreenApplication {
  /// Tells everybody that memory is short, and then unloads as ``warningPolicy`` says.
  ///
  /// First each screen's ``AnyScreen/didReceiveMemoryWarning()`` is called, in the order in which
  /// the screens were made, whether they have a view or not. Then the delegate is told. Then views
  /// and heavy resources are unloaded.
  ///
  /// At last the allocator is trimmed soon, on another thread: otherwise the system gets nothing back
  /// of many small blocks.
  ///
  /// Who is called may do anything: screens that end meanwhile, or come into another application,
  /// are not called any more, and screens that are made meanwhile are not called. A warning during a
  /// warning, to the end of the unloading, does nothing: it would call the same screens about the
  /// same shortage.
  public func receiveMemoryWarning() { warn { unloadAfterWarning() } }

  /// Tells everybody that memory is short, and unloads nothing.
  ///
  /// - Returns: whether anybody was told; false during a warning.
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
