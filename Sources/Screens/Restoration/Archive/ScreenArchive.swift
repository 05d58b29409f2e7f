/// What a tree of screens was: which screens are on which stacks, which tab is selected, which page is
/// open, and what each screen has saved.
///
/// Values in it are bytes already: it can be written to a ``StateFile`` on any thread, while the
/// screens move on.
///
/// ```swift
/// let archive = window.archive()
/// let report = window.restore(from: archive, catalog: catalog)
/// ```
public struct ScreenArchive: Sendable {
  /// The trees: several, if several windows were archived.
  var roots: [ScreenNode]

  /// What was left out because it could not be encoded, or was too much.
  public internal(set) var omissions: [ArchiveOmission]

  /// What notes that it is being restored; nil unless it was read from a file.
  var mark: RestorationMark?

  init(roots: [ScreenNode] = [], omissions: [ArchiveOmission] = []) {
    self.roots = roots
    self.omissions = omissions
  }

  /// How many screens there are in it.
  public var screenCount: Int { roots.reduce(0) { $0 + $1.screenCount } }

  /// How many bytes its screens count in a ``StateBudget``.
  ///
  /// - Complexity: O(*n*) in the number of values.
  public var byteCount: Int {
    func count(_ node: ScreenNode) -> Int {
      node.children.reduce(node.byteCount) { $0 + count($1) }
    }
    return roots.reduce(0) { $0 + count($1) }
  }
}

extension ScreenArchive: Hashable {
  /// Whether both have the same screens with the same values; what was left out does not count.
  public static func == (left: ScreenArchive, right: ScreenArchive) -> Bool {
    left.roots == right.roots
  }

  /// Takes the screens and their values into account.
  public func hash(into hasher: inout Hasher) { hasher.combine(roots) }
}

/// One screen in a ``ScreenArchive``, for those who bring an old one up to date.
public struct ArchivedScreen: Hashable, Sendable {
  /// Its ``AnyScreen/restorationName``.
  public var name: String?
  /// What ``AnyScreen/saveIdentity(into:)`` wrote.
  public var identity: ArchivedValues
  /// What ``AnyScreen/saveState(into:)`` wrote; nil if the screen had saved nothing yet.
  public var state: ArchivedValues?
}

extension ScreenArchive {
  /// The screens, each before those in it.
  public var screens: [ArchivedScreen] {
    var (archive, screens) = (self, [ArchivedScreen]())
    archive.updateEach { screens.append($0) }
    return screens
  }

  /// Changes what is known of each screen, each before those in it.
  ///
  /// ```swift
  /// archive.updateEach { screen in
  ///   if screen.name == "library" { screen.name = "branch" }
  ///   screen.state?.rename("text", to: "comment")
  /// }
  /// ```
  ///
  /// - Parameter change: changes a screen.
  /// - Throws: what `change` throws; the screens before have been changed.
  public mutating func updateEach(_ change: (inout ArchivedScreen) throws -> Void) rethrows {
    func update(_ node: inout ScreenNode) throws {
      var screen = ArchivedScreen(name: node.name, identity: node.identity, state: node.state)
      try change(&screen)
      (node.name, node.identity, node.state) = (screen.name, screen.identity, screen.state)
      for index in node.children.indices { try update(&node.children[index]) }
    }
    for index in roots.indices { try update(&roots[index]) }
  }
}
