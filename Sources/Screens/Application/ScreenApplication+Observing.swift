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
  /// - An observation that is cancelled or released on another thread ends shortly afterwards, on
  ///   the main actor.
  ///
  /// - Parameter body: Called with each event.
  /// - Returns: The observation, which ends when it is released.
  public func observe(_ body: @escaping @MainActor (ScreenEvent) -> Void) -> ObservationToken {
    let observer = ScreenObserver(self, body)
    observers.append(observer)
    return ObservationToken.stopping(untilEnded: { observer.endSoon() })
  }

  /// The events of all screens of this application from now on, for one task.
  ///
  /// ```swift
  /// for await event in application.events {
  ///   print(event.name, event.kind)
  /// }
  /// ```
  ///
  /// - Events arrive in the order in which they happened. They are stored from the moment this
  ///   property is read, and received later than by an observer: the screen may have changed since.
  /// - The newest ``eventLimit`` events are stored while the task is busy; older ones are dropped.
  /// - The sequence ends when the application is destroyed or the consuming task is cancelled. It
  ///   retains neither the application nor a screen.
  ///
  /// Each access begins a sequence of its own.
  public var events: AsyncStream<ScreenEvent> {
    let (events, continuation) = AsyncStream.makeStream(
      of: ScreenEvent.self, bufferingPolicy: .bufferingNewest(Self.eventLimit))
    let source = EventSource(continuation)
    let observer = ScreenObserver(self) { event in source.continuation.yield(event) }
    observers.append(observer)
    continuation.onTermination = { [weak observer] _ in
      Task { @MainActor in observer?.end() }
    }
    return events
  }

  /// The number of events that ``events`` stores while its consumer is busy.
  public static var eventLimit: Int { 1_024 }

  /// Reports a leak that an adapter has found, as the event
  /// ``ScreenEvent/Kind/viewOutlived(_:)``.
  ///
  /// The application checks the objects that screens use as views. If those are wrappers, the
  /// toolkit may keep the widget behind one alive, because a stage has not removed it: an adapter
  /// that counts its widgets finds that, and reports it here.
  ///
  /// ```swift
  /// application.report(
  ///   leak: ScreenEvent.ViewLeak(viewType: "GtkBox"), of: screen.id, named: screen.name)
  /// ```
  ///
  /// Observers are called before this method returns. Without an observer, it has no effect.
  ///
  /// - Parameters:
  ///   - leak: The leak.
  ///   - screen: The identity of the screen whose view leaked; the screen may have been destroyed.
  ///   - name: The ``AnyScreen/name`` of the screen.
  public func report(leak: ScreenEvent.ViewLeak, of screen: ScreenID, named name: String) {
    notify(ScreenEvent(screen: screen, name: name, kind: .viewOutlived(leak)))
  }

  var isObserved: Bool { !observers.isEmpty }

  func notify(_ event: ScreenEvent) {
    for observer in observers.observers { observer.notify(event) }
  }
}

/// Ends the sequence with the observation and with the application: only the observer retains it.
private final class EventSource: Sendable {
  let continuation: AsyncStream<ScreenEvent>.Continuation

  init(_ continuation: AsyncStream<ScreenEvent>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
