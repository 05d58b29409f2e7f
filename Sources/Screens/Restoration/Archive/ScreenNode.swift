struct ScreenNode: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, Codable {
    case stack
    case tabs
    case pages
    case window
  }

  struct Container: Hashable, Sendable, Codable {
    var kind: Kind
    /// The position of the topmost, selected or open child.
    var current: Int?
  }

  /// Nil for containers that are found by their position.
  var name: String?
  var place = 0
  var isOpaque = true
  var identity = ScreenArchive.Values()
  /// Nil if there was neither a view nor saved state.
  var state: ScreenArchive.Values?
  var container: Container?
  var children: [ScreenNode] = []
  /// Whether any existing screen fits, of the container's kind; never true in an archive.
  var isAny = false

  /// The name of a whole tree in reports.
  var label: String { name ?? container?.kind.rawValue ?? "screen" }

  func path(in path: String) -> String { "\(path)/\(label)[\(place)]" }

  var all: ScreenState {
    var all = state?.screenState ?? ScreenState()
    for (name, value) in identity.values { all.set(value, for: name) }
    return all
  }

  var byteCount: Int {
    Self.overhead + (name?.utf8.count ?? 0) + identity.byteCount + (state?.byteCount ?? 0)
  }

  private static let overhead = 16

  var screenCount: Int { children.reduce(1) { $0 + $1.screenCount } }
}
