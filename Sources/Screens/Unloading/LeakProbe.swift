/// Checks whether an unloaded view is still alive: at once, in a later turn of the main actor, and a
/// second after that, when a task or an animation that retained it temporarily has released it.
@MainActor
struct LeakProbe {
  private weak var view: AnyObject?

  init(_ view: AnyObject?) { self.view = view }

  func check(_ screen: AnyScreen) {
    guard let view else { return }
    let suspect = Suspect(view: view, screen: screen.id, name: screen.name)
    screen.application.unloader.suspect(suspect, in: screen.application)
  }

  @MainActor
  struct Suspect {
    weak var view: AnyObject?
    let screen: ScreenID
    let name: String
  }
}
