extension AnyScreen {
  /// The screen above all containers of this one; itself, if it is in none.
  ///
  /// - Complexity: O(*d*) in the depth of the tree.
  public final var root: AnyScreen {
    var screen = self
    while let parent = screen.parent { screen = parent }
    return screen
  }

  /// Whether the screen is in no container.
  final var isRoot: Bool { parent == nil }

  /// Whether the screen may come into a container: it is in none, shown nowhere, and has no host.
  final var isFree: Bool {
    parent == nil && appearance == .gone && (!isHosted || host == nil)
  }

  /// The screens in this container, in its own order; none, if this is no container.
  public final var children: [AnyScreen] { containedScreens }

  /// Of a screen that is in no container: who sees to it that one thing is done at a time.
  ///
  /// A screen that is no container needs it too, so that it is not shown while its view is made.
  final var director: TransitionDirector {
    if let storedDirector { return storedDirector }
    let director = TransitionDirector()
    storedDirector = director
    return director
  }

  /// This screen, the screens in it, those in these, and so on, each before those in it.
  final func forEachInTree(_ body: (AnyScreen) -> Void) {
    body(self)
    for child in containedScreens { child.forEachInTree(body) }
  }

  /// The same, as they are now.
  final var tree: [AnyScreen] {
    var all: [AnyScreen] = []
    forEachInTree { all.append($0) }
    return all
  }

  /// Brings this screen, and those in it, to the application of the container that takes it.
  final func adopt(_ application: ScreenApplication) {
    if self.application !== application {
      self.application.registry.remove(self)
      self.application = application
      application.register(self)
    }
    for child in containedScreens { child.adopt(application) }
  }
}
