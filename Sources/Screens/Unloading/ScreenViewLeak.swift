/// A view that is still alive a second after it was unloaded.
///
/// Only the screen's own view is checked, not the views in it: a property that retains one of
/// those, as an outlet without ``AnyScreen/ViewBound`` does, keeps a part of the old view alive and
/// is not reported, unless that part retains the whole.
public struct ScreenViewLeak: Hashable, Sendable {
  /// The type of the view.
  public var viewType: String

  /// The stored properties of screens that retain the view, as in
  /// `BranchScreen.maps["north"].view`.
  ///
  /// Empty if there are none: then a closure, a global, an object stored in a screen, or the
  /// toolkit retains it. Other objects are not searched. Always empty in release builds, where
  /// nothing is searched.
  public var holders: [String]

  /// Whether the search was complete.
  ///
  /// False if there was too much to search, if ``ScreenApplication/searchesForHolders`` is false,
  /// and in release builds.
  public var isSearchComplete: Bool
}

extension ScreenViewLeak: CustomStringConvertible {
  /// A sentence that describes the leak.
  public var description: String {
    if !holders.isEmpty {
      return "\(viewType) was unloaded but is retained by \(holders.joined(separator: ", "))."
    }
    guard isSearchComplete else {
      return "\(viewType) was unloaded but is still alive; the search was incomplete."
    }
    return """
      \(viewType) was unloaded but is still alive; no stored property of a screen retains it: \
      check closures, globals, other objects, and the toolkit.
      """
  }
}
