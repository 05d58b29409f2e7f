extension ScreenApplication {
  /// Tells an observer, on the main actor, what happens to the screens of this application.
  ///
  /// ```swift
  /// let observation = application.observe { event in
  ///   print(event.name, event.kind)
  /// }
  /// ```
  ///
  /// - Observers are told in the order in which they came, in the midst of what happens: before the
  ///   screen's own method is called.
  /// - An observer may do what it likes, also with the screens and the observers. Who comes while an
  ///   event is being told hears from the next one on; who is cancelled hears no more of it. What an
  ///   observer sets in motion is told at once, before the others have heard of what set it off.
  /// - While nobody observes, nothing is made to be told.
  ///
  /// - Parameter body: is told.
  /// - Returns: the observer's stay, which ends when it is dropped.
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
