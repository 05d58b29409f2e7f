/// One screen in an archive, with those in it.
struct ScreenNode: Hashable, Sendable {
  /// What kind of container it is.
  enum Kind: String, Hashable, Sendable, Codable {
    case stack
    case tabs
    case pages
    case window
  }

  /// What is known of a screen as a container.
  struct Container: Hashable, Sendable, Codable {
    var kind: Kind
    /// The place of the child on top, selected or open.
    var current: Int?
  }

  /// ``AnyScreen/restorationName``; nil for containers that are found by their place.
  var name: String?
  /// Where it is in its container, counted from 0.
  var place = 0
  /// Whether it covers what is below, in a window.
  var isOpaque = true
  /// What ``AnyScreen/saveIdentity(into:)`` wrote.
  var identity = ArchivedValues()
  /// What ``AnyScreen/saveState(into:)`` wrote; nil if there was neither a view nor saved state.
  var state: ArchivedValues?
  /// Nil if it is no container.
  var container: Container?
  var children: [ScreenNode] = []

  /// What a whole tree is called in reports.
  var label: String { name ?? container?.kind.rawValue ?? "screen" }

  /// What it is called in reports, in a container that is called so.
  func path(in path: String) -> String { "\(path)/\(label)[\(place)]" }

  /// What is to be read, by whoever makes the screen.
  var all: ScreenState {
    var all = state?.screenState ?? ScreenState()
    for (name, value) in identity.values { all.set(value, for: name) }
    return all
  }

  /// How many bytes it counts without the screens in it: a little for itself, and its values.
  var byteCount: Int {
    Self.overhead + (name?.utf8.count ?? 0) + identity.byteCount + (state?.byteCount ?? 0)
  }

  private static let overhead = 16

  /// How many screens there are, with this one.
  var screenCount: Int { children.reduce(1) { $0 + $1.screenCount } }
}
