/// A view that is still alive a second after it was unloaded, or a part of one.
///
/// The screen's own view is reported whatever retains it. The views in it are checked if they can
/// be found (see ``ScreenViewTree``), and reported only if a stored property of a screen retains
/// them: a pool may keep others for reuse.
///
/// An adapter that counts the objects of its toolkit can report leaks of its own:
/// ``ScreenApplication/report(leak:of:named:)``.
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

  /// Whether the view was in the view of the screen, as a label that a plain property retains.
  ///
  /// Found only in debug builds.
  public var isPart: Bool

  /// Creates a leak that an adapter has found.
  ///
  /// - Parameters:
  ///   - viewType: The type of the view.
  ///   - holders: What retains the view; empty if unknown.
  ///   - isSearchComplete: Whether there are no other holders among the stored properties of
  ///     screens.
  ///   - isPart: Whether the view was in the view of the screen.
  public init(
    viewType: String, holders: [String] = [], isSearchComplete: Bool = false, isPart: Bool = false
  ) {
    self.viewType = viewType
    self.holders = holders
    self.isSearchComplete = isSearchComplete
    self.isPart = isPart
  }
}

extension ScreenViewLeak: CustomStringConvertible {
  /// A sentence that describes the leak.
  public var description: String {
    let view = isPart ? "\(viewType), a part of an unloaded view," : "\(viewType) was unloaded but"
    if !holders.isEmpty {
      return "\(view) is retained by \(holders.joined(separator: ", "))."
    }
    guard isSearchComplete else {
      return "\(view) is still alive; the search was incomplete."
    }
    return """
      \(view) is still alive; no stored property of a screen retains it: check closures, globals, \
      other objects, and the toolkit.
      """
  }
}
