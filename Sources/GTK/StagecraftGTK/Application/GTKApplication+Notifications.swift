#if GTK
internal import CGTK
internal import CStageGTK

extension GTKApplication {
  /// Shows a notification of the desktop.
  ///
  /// One that was sent with the same identifier is replaced. Its closures are retained until it is
  /// answered, replaced or withdrawn, or the program ends; afterwards a click starts the program.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - id: Names it, to replace or withdraw it.
  /// - Precondition: The application runs.
  public func send(_ notification: DesktopNotification, id: String) {
    require(
      Self.running === self,
      "The application does not run. Send notifications inside the closure of `run`.")
    addNotificationAction()
    notifications[id] = notification
    let raw = g_notification_new(notification.title)!
    defer { g_object_unref(UnsafeMutableRawPointer(raw)) }
    if !notification.body.isEmpty { g_notification_set_body(raw, notification.body) }
    if !notification.icon.isEmpty, let icon = g_themed_icon_new(notification.icon) {
      g_notification_set_icon(raw, icon)
      g_object_unref(UnsafeMutableRawPointer(icon))
    }
    g_notification_set_priority(raw, notification.priority.raw)
    if notification.onActivate != nil {
      stage_notification_default(raw, "app.\(Self.notificationAction)", "0 \(id)")
    }
    for (index, button) in notification.buttons.enumerated() {
      stage_notification_button(
        raw, button.label, "app.\(Self.notificationAction)", "\(index + 1) \(id)")
    }
    withRaw { g_application_send_notification($0, id, raw) }
  }

  /// Removes a notification from the desktop, if it is still there.
  ///
  /// - Parameter id: What it was sent with.
  public func withdrawNotification(_ id: String) {
    notifications[id] = nil
    guard Self.running === self else { return }
    withRaw { g_application_withdraw_notification($0, id) }
  }

  static let notificationAction = "stagecraft-notification"

  private func addNotificationAction() {
    withRaw { application in
      let map = OpaquePointer(application)
      guard g_action_group_has_action(map, Self.notificationAction) == 0 else { return }
      let action = stage_text_action_new(Self.notificationAction)!
      defer { g_object_unref(action) }
      stage_on_text_action(
        action,
        { _, text in
          let answer = String(cString: text!)
          onMainThread { GTKApplication.running?.answered(answer) }
        }, nil)
      g_action_map_add_action(map, OpaquePointer(action))
    }
  }

  /// With the number of the button, or 0, and the identifier.
  func answered(_ answer: String) {
    let parts = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]),
      let notification = notifications.removeValue(forKey: String(parts[1]))
    else { return withRaw { g_application_activate($0) } }
    if number == 0 {
      notification.onActivate?()
    } else if notification.buttons.indices.contains(number - 1) {
      notification.buttons[number - 1].body()
    }
  }
}

extension DesktopNotification.Priority {
  fileprivate var raw: GNotificationPriority {
    switch self {
    case .low: G_NOTIFICATION_PRIORITY_LOW
    case .normal: G_NOTIFICATION_PRIORITY_NORMAL
    case .high: G_NOTIFICATION_PRIORITY_HIGH
    case .urgent: G_NOTIFICATION_PRIORITY_URGENT
    }
  }
}
#endif
