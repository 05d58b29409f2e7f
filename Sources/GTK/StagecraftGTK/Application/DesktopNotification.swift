#if GTK
/// A message that the desktop shows, also while no window of the program is on the screen.
///
/// ```swift
/// let notification = DesktopNotification("“Emma” is ready", body: "Collect it before Friday.")
/// notification.addButton("Extend") { orders.extend() }
/// application.send(notification, id: "order-17")
/// ```
///
/// The desktop shows it if a desktop file with the identifier of the application is installed.
/// Closures are called only if the application was created with ``GTKApplication/Instances/one``:
/// desktops find it by its name on the session's bus.
@MainActor
public final class DesktopNotification {
  /// How important a notification is.
  public enum Priority: Hashable, Sendable {
    /// Shown when the user looks at all notifications.
    case low
    /// Shown for a moment.
    case normal
    /// Shown before others.
    case high
    /// Shown until the user answers.
    case urgent
  }

  struct Button {
    var label: String
    var body: @MainActor () -> Void
  }

  /// The title.
  public let title: String
  /// The text below the title.
  public let body: String
  /// The name of an icon of the theme; empty for that of the application.
  public let icon: String
  /// How important it is.
  public let priority: Priority
  /// Called when the user clicks the notification; without a closure, the program is started again:
  /// see ``GTKApplication/onStartAgain``.
  public var onActivate: (@MainActor () -> Void)?
  private(set) var buttons: [Button] = []

  /// Creates a notification, which is not shown.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - body: The text below the title.
  ///   - icon: The name of an icon of the theme; empty for that of the application.
  ///   - priority: How important it is.
  ///   - onActivate: Called when the user clicks the notification.
  public init(
    _ title: String, body: String = "", icon: String = "", priority: Priority = .normal,
    onActivate: (@MainActor () -> Void)? = nil
  ) {
    self.title = title
    self.body = body
    self.icon = icon
    self.priority = priority
    self.onActivate = onActivate
  }

  /// Adds a button; desktops show up to three.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - onClick: Called when the button is clicked.
  public func addButton(_ label: String, onClick: @escaping @MainActor () -> Void) {
    buttons.append(Button(label: label, body: onClick))
  }
}
#endif
