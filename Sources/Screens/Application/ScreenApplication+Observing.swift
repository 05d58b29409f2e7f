extension ScreenApplication {
  /// Adds an observer, which receives the events of all screens of this application on the main
  /// actor.
  ///
  /// ```swift
  /// let observation = application.observe { event in
  ///   print(event.name, event.kind)
  /// }
  /// ```
  ///
  /// - Observers are called synchronously, in the order in which they were added, before the
  ///   screen's own method.
  /// - An observer may do anything, including changes to screens and observers. An observer that is
  ///   added during an event receives the next one; one that is cancelled receives no more. Events
  ///   caused by an observer are delivered at once, before the other observers receive the event
  ///   that caused them.
  /// - Without an observer, no event is created.
  ///
  /// - Parameter body: Called with each event.
  /// - Returns: The observation, which ends when it is released.
  public func observe(_ body: @escaping @MainActor (ScreenEvent) -> Void) -> ScreenObservation {
    let observer = ScreenObserver(self, body)
    observers.append(observer)
    return ScreenObservation(observer)
  }

  var isObserved: Bool { !observers.isEmpty }

  func tell(_ event: ScreenEvent) {
    for observer in observers { observer.tell(event) }
  }

  func forget(_ observer: ScreenObserver) {
    observers.removeAll { $0 === observer }
  }
}
