/// A last look at a view that was unloaded.
///
/// It costs a weak reference. Only if the view outlives ``AnyScreen/viewDidUnload()`` is it looked
/// for again: in a later turn of the main actor, and a second after that, when a task or an animation
/// that merely had it in hand has let go.
@MainActor
struct LeakProbe {
  private(set) weak var view: AnyObject?

  init(_ view: AnyObject?) { self.view = view }

  /// Has the application look for the view, if it is alive.
  func check(_ screen: AnyScreen) {
    guard view != nil else { return }
    screen.application.unloader.suspect(
      Suspect(view: view, screen: screen.id, name: screen.name), in: screen.application)
  }

  /// A view that has outlived its unloading for now.
  struct Suspect {
    weak var view: AnyObject?
    let screen: ScreenID
    let name: String
  }
}
