/// The archived state of a tree of screens: the screens on each stack, the selected tab, the open
/// page, and what each screen has saved.
///
/// Its values are already encoded: it can be written to a ``ScreenStateFile`` on any thread, while
/// the screens change.
///
/// ```swift
/// let archive = window.archive()
/// let report = window.restore(from: archive, catalog: catalog)
/// ```
public struct ScreenArchive: Sendable {
  var roots: [ScreenNode]

  /// The values and screens that were omitted because they could not be encoded or exceeded a
  /// limit.
  public internal(set) var omissions: [ScreenArchive.Omission]

  /// Nil unless it was read from a file.
  var mark: RestorationMark?

  init(roots: [ScreenNode] = [], omissions: [ScreenArchive.Omission] = []) {
    self.roots = roots
    self.omissions = omissions
  }

  /// The number of screens in the archive.
  public var screenCount: Int { roots.reduce(0) { $0 + $1.screenCount } }

  /// The number of bytes that count in a ``ScreenApplication/StateBudget``.
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
  /// Returns whether both archives have the same screens with the same values; omissions are
  /// ignored.
  ///
  /// - Parameters:
  ///   - left: An archive.
  ///   - right: Another archive.
  /// - Returns: Whether they are equal.
  public static func == (left: ScreenArchive, right: ScreenArchive) -> Bool {
    left.roots == right.roots
  }

  /// Hashes the screens and their values.
  ///
  /// - Parameter hasher: The hasher to use.
  public func hash(into hasher: inout Hasher) { hasher.combine(roots) }
}

extension ScreenArchive {
  /// One screen in a ``ScreenArchive``, for the migration of an old archive.
  public struct Entry: Hashable, Sendable {
    /// The screen's ``AnyScreen/restorationName``.
    public var name: String?
    /// The values that ``AnyScreen/saveIdentity(into:)`` wrote.
    public var identity: ScreenArchive.Values
    /// The values that ``AnyScreen/saveState(into:)`` wrote; nil if the screen had saved nothing
    /// yet.
    public var state: ScreenArchive.Values?
  }
}

extension ScreenArchive {
  /// The screens, each before those in it.
  public var screens: [ScreenArchive.Entry] {
    var (archive, screens) = (self, [ScreenArchive.Entry]())
    archive.updateEach { screens.append($0) }
    return screens
  }

  /// Changes each screen in the archive, each before those in it.
  ///
  /// ```swift
  /// archive.updateEach { screen in
  ///   if screen.name == "library" { screen.name = "branch" }
  ///   screen.state?.rename("text", to: "comment")
  /// }
  /// ```
  ///
  /// - Parameter change: Changes a screen.
  /// - Throws: Any error that `change` throws; earlier screens have been changed by then.
  public mutating func updateEach(_ change: (inout ScreenArchive.Entry) throws -> Void) rethrows {
    func update(_ node: inout ScreenNode) throws {
      var screen = ScreenArchive.Entry(name: node.name, identity: node.identity, state: node.state)
      try change(&screen)
      (node.name, node.identity, node.state) = (screen.name, screen.identity, screen.state)
      for index in node.children.indices { try update(&node.children[index]) }
    }
    for index in roots.indices { try update(&roots[index]) }
  }
}

extension ScreenArchive {
  /// A value or a screen that is not in the archive.
  public struct Omission: Hashable, Sendable {
    /// The path of the screen: the names and positions on the way to it, such as
    /// "window/tabs[0]/book[1]".
    ///
    /// A container without a name is called by its kind.
    public var path: String
    /// The number of steps the user needs from the visible screen to this one.
    public var distance: Int
    /// What was omitted.
    public var omission: ScreenStateWriter.Omission
  }
}

extension ScreenArchive.Omission: CustomStringConvertible {
  /// A sentence that describes the omission.
  public var description: String { "\(path): \(omission)" }
}
