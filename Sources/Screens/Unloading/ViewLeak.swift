/// A view that was unloaded, and lives on a second later.
///
/// Only the screen's own view is watched, not the views in it: a property that keeps one of those, as an
/// outlet without ``ViewBound`` does, keeps a part of the old view alive and is not reported, unless that
/// part keeps the whole.
public struct ViewLeak: Hashable, Sendable {
  /// The type of the view.
  public var viewType: String

  /// The stored properties of screens that hold it, as in `BranchScreen.maps["north"].view`.
  ///
  /// Empty if there is none: then a closure holds it, a global, an object that a screen has, or the
  /// toolkit. Other objects are not looked through.
  public var holders: [String]

  /// Whether all there was to look through was looked through.
  ///
  /// False if there was too much, or if ``ScreenApplication/searchesForHolders`` is false.
  public var isSearchComplete: Bool
}

extension ViewLeak: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    if !holders.isEmpty {
      return "\(viewType) was unloaded and lives on, held by \(holders.joined(separator: ", "))."
    }
    guard isSearchComplete else {
      return "\(viewType) was unloaded and lives on; not all was looked through for who holds it."
    }
    return """
      \(viewType) was unloaded and lives on; no stored property of a screen holds it: look for a \
      closure, a global, another object, or the toolkit.
      """
  }
}
