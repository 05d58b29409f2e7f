/// Hears what concerns the whole app and no screen of its own.
@MainActor
public protocol ScreenApplicationDelegate: AnyObject {
  /// Memory is short: give up what can be made again.
  ///
  /// Called after all screens were, and before views are unloaded.
  ///
  /// - Parameter application: the one that was told.
  func applicationDidReceiveMemoryWarning(_ application: ScreenApplication)
}

extension ScreenApplicationDelegate {
  /// Does nothing.
  public func applicationDidReceiveMemoryWarning(_ application: ScreenApplication) {}
}
