#if GTK
internal import CAdwaita
internal import CGTK

/// A short message at the bottom of a window, which disappears by itself.
///
/// ```swift
/// let toast = Toast("“Emma” was returned.", button: "Undo") { loans.undo() }
/// overlay.add(toast)
/// ```
///
/// See ``ToastOverlay``. A toast is shown once. It need not be retained to be shown.
@MainActor
public final class Toast {
  /// When a toast is shown, if others wait.
  public enum Priority: Hashable, Sendable {
    /// After those that wait.
    case normal
    /// At once, before one that is shown; that one is shown again afterwards.
    case high
  }

  /// Called by the toast, which does not retain its wrapper.
  private final class Calls {
    var onButton: (@MainActor () -> Void)?
    var onDismiss: (@MainActor () -> Void)?
  }

  private let calls = Calls()
  private let reference: ObjectReference
  private var plainTitle = ""
  private(set) var isAdded = false

  /// Creates a toast.
  ///
  /// - Parameters:
  ///   - title: The message.
  ///   - button: The label of a button beside it; empty for none. It dismisses the toast.
  ///   - timeout: How long it is shown, in whole seconds; zero until it is dismissed. It stays while
  ///     the pointer or the keyboard focus is on it.
  ///   - priority: When it is shown, if others wait.
  ///   - onButton: Called when the button is clicked.
  public init(
    _ title: String, button: String = "", timeout: Duration = .seconds(5),
    priority: Priority = .normal, onButton: (@MainActor () -> Void)? = nil
  ) {
    require(
      timeout >= .zero && timeout <= .seconds(86_400),
      "The timeout of a toast is between 0 and 86,400 seconds, not \(timeout).")
    require(
      gtk_is_initialized() != 0,
      "GTK is not ready. Create toasts inside the closure of `GTKApplication.run`.")
    let toast = adw_toast_new("")!
    let object = UnsafeMutableRawPointer(toast)
    reference = ObjectReference(object)
    g_object_unref(object)
    WidgetCensus.shared.made(object)
    calls.onButton = onButton
    self.title = title
    adw_toast_set_button_label(toast, button.isEmpty ? nil : button.asButtonLabel)
    let seconds = timeout.components
    adw_toast_set_timeout(toast, UInt32(seconds.seconds) + (seconds.attoseconds > 0 ? 1 : 0))
    adw_toast_set_priority(
      toast, priority == .high ? ADW_TOAST_PRIORITY_HIGH : ADW_TOAST_PRIORITY_NORMAL)
    _ = SignalConnection(object, "button-clicked") { [calls] _ in
      calls.onButton?()
      return nil
    }
    _ = SignalConnection(object, "dismissed") { [calls] _ in
      calls.onDismiss?()
      return nil
    }
  }

  /// The message.
  public var title: String {
    get { plainTitle }
    set {
      plainTitle = newValue
      withRaw { adw_toast_set_title($0, newValue.asMarkup) }
    }
  }

  /// Called when the button is clicked.
  public var onButton: (@MainActor () -> Void)? {
    get { calls.onButton }
    set { calls.onButton = newValue }
  }

  /// Called when the toast is no longer shown: after its timeout, by the user, or by
  /// ``dismiss()``.
  public var onDismiss: (@MainActor () -> Void)? {
    get { calls.onDismiss }
    set { calls.onDismiss = newValue }
  }

  /// Removes the toast, if it is shown or waits.
  public func dismiss() { withRaw { adw_toast_dismiss($0) } }

  func withRaw(_ body: (OpaquePointer) -> Void) {
    reference.withRaw(as: GObject.self) { body(OpaquePointer($0)) }
  }

  /// `add` takes over the reference that it receives.
  func handOver(_ add: (OpaquePointer) -> Void) {
    require(!isAdded, "The toast “\(plainTitle)” was added before. Create another one.")
    isAdded = true
    withRaw {
      g_object_ref(UnsafeMutableRawPointer($0))
      add($0)
    }
  }
}
#endif
