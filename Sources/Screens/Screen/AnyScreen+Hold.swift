internal import StageFloor

extension AnyScreen {
  /// A reason for the view of a screen to stay, in effect while this object is alive.
  ///
  /// It does not retain the screen.
  public final class Hold: Sendable {
    /// The reason reported when the view cannot be unloaded.
    public let reason: String

    private let number: Int
    private let screen: WeakScreen

    @MainActor
    init(_ screen: AnyScreen, number: Int, reason: String) {
      self.screen = WeakScreen(screen)
      self.number = number
      self.reason = reason
    }

    deinit {
      let (number, screen) = (number, screen)
      if MainActor.isCurrent {
        MainActor.assumeIsolated { screen.end(number) }
      } else {
        Task.detached { @MainActor in screen.end(number) }
      }
    }

    /// Ends this hold, so that the view may be unloaded unless another hold keeps it.
    ///
    /// Calling it again has no effect. Dropping the hold does the same: at once on the main actor,
    /// asynchronously elsewhere.
    @MainActor
    public func release() { screen.end(number) }
  }
}

@MainActor
private final class WeakScreen {
  private weak var screen: AnyScreen?

  init(_ screen: AnyScreen) { self.screen = screen }

  func end(_ number: Int) {
    screen?.storedRecord?.holds[number] = nil
    screen = nil
  }
}

extension AnyScreen {
  /// Keeps the view from being unloaded until the hold is dropped or released.
  ///
  /// Use it for what cannot be restored from state: text that is being edited, a question that
  /// waits for its answer, a playing video. Any number of holds may exist.
  ///
  /// ```swift
  /// private var editing: AnyScreen.Hold?
  ///
  /// func reviewDidBeginEditing() { editing = hold("text being edited") }
  /// func reviewDidEndEditing() { editing = nil }
  /// ```
  ///
  /// - Parameter reason: The reason reported when the view cannot be unloaded, as in "text being
  ///   edited".
  /// - Returns: The hold. It does not retain the screen.
  public final func hold(_ reason: String) -> AnyScreen.Hold {
    let record = record
    record.lastHold += 1
    record.holds[record.lastHold] = reason
    return AnyScreen.Hold(self, number: record.lastHold, reason: reason)
  }

  /// The reasons why the view must stay, from the oldest hold to the newest; empty if there is
  /// none.
  public final var holdReasons: [String] {
    holds.sorted { $0.key < $1.key }.map(\.value)
  }
}
