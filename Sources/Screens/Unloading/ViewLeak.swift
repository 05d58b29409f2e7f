/// A view that was unloaded, and lives on.
public struct ViewLeak: Hashable, Sendable {
  /// The type of the view.
  public var viewType: String

  /// The stored properties of screens that hold it, as in `BranchScreen.maps["north"].view`.
  ///
  /// Empty if there is none: then a closure holds it, a global, another object, or the toolkit.
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
