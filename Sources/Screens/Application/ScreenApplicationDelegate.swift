/// Receives events that concern the whole app rather than one screen.
@MainActor
public protocol ScreenApplicationDelegate: AnyObject {
  /// Called when memory is short: release what can be recreated.
  ///
  /// Called after all screens have been notified, and before views are unloaded.
  ///
  /// - Parameter application: The application that received the warning.
  func applicationDidReceiveMemoryWarning(_ application: ScreenApplication)
}

extension ScreenApplicationDelegate {
  /// Does nothing.
  ///
  /// - Parameter application: The application that received the warning.
  public func applicationDidReceiveMemoryWarning(_ application: ScreenApplication) {}
}
