extension AnyScreen {
  /// The outermost container of this screen, or the screen itself if it is in none.
  ///
  /// - Complexity: O(*d*) in the depth of the tree.
  public final var root: AnyScreen {
    var screen = self
    while let parent = screen.parent { screen = parent }
    return screen
  }

  /// Whether the screen is in no container.
  final var isRoot: Bool { parent == nil }

  /// Whether the screen may be added to a container: it has no parent, is not visible, and has no
  /// host.
  final var isFree: Bool {
    parent == nil && appearance == .gone && (!isHosted || host == nil)
  }

  /// The screens in this container, in its order; empty if this is not a container.
  public final var children: [AnyScreen] { containedScreens }

  /// Of a screen without a container: the director that serializes requests.
  ///
  /// A screen that is not a container needs one too, so that it is not shown while its view is
  /// being created.
  final var director: TransitionDirector {
    if let storedDirector { return storedDirector }
    let director = TransitionDirector()
    storedDirector = director
    return director
  }

  /// Calls `body` with this screen and all its descendants, each before its children.
  final func forEachInTree(_ body: (AnyScreen) -> Void) {
    body(self)
    for child in containedScreens { child.forEachInTree(body) }
  }

  /// This screen and all its descendants at this moment, in the order of ``forEachInTree(_:)``.
  final var tree: [AnyScreen] {
    var all: [AnyScreen] = []
    forEachInTree { all.append($0) }
    return all
  }

  /// Moves this screen and its descendants to the application of its new container.
  final func adopt(_ application: ScreenApplication) {
    if self.application !== application {
      self.application.registry.remove(self)
      self.application = application
      application.register(self)
    }
    for child in containedScreens { child.adopt(application) }
  }
}
