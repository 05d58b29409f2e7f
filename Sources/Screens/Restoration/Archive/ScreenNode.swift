/// A screen in an archive, including the screens in it.
struct ScreenNode: Hashable, Sendable {
  /// The kind of a container.
  enum Kind: String, Hashable, Sendable, Codable {
    case stack
    case tabs
    case pages
    case window
  }

  /// The archived properties of a container.
  struct Container: Hashable, Sendable, Codable {
    var kind: Kind
    /// The position of the topmost, selected or open child.
    var current: Int?
  }

  /// ``AnyScreen/restorationName``; nil for containers that are found by their position.
  var name: String?
  /// The position in the container, counted from 0.
  var place = 0
  /// Whether the screen covers what is below it in a window.
  var isOpaque = true
  /// The values that ``AnyScreen/saveIdentity(into:)`` wrote.
  var identity = ArchivedScreenValues()
  /// The values that ``AnyScreen/saveState(into:)`` wrote; nil if there was neither a view nor
  /// saved state.
  var state: ArchivedScreenValues?
  /// Nil if the screen is not a container.
  var container: Container?
  var children: [ScreenNode] = []
  /// Whether any existing screen fits, of the container's kind; never true in an archive.
  var isAny = false

  /// The name of a whole tree in reports.
  var label: String { name ?? container?.kind.rawValue ?? "screen" }

  /// The path of the screen in reports, given the path of its container.
  func path(in path: String) -> String { "\(path)/\(label)[\(place)]" }

  /// The values that the catalog's closure may read.
  var all: ScreenState {
    var all = state?.screenState ?? ScreenState()
    for (name, value) in identity.values { all.set(value, for: name) }
    return all
  }

  /// The number of bytes without the screens in it: a fixed overhead, and its values.
  var byteCount: Int {
    Self.overhead + (name?.utf8.count ?? 0) + identity.byteCount + (state?.byteCount ?? 0)
  }

  private static let overhead = 16

  /// The number of screens, including this one.
  var screenCount: Int { children.reduce(1) { $0 + $1.screenCount } }
}
