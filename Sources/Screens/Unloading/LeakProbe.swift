internal import StageFloor

/// A check whether an unloaded view, or a view in it, is still alive.
///
/// It costs a weak reference, and in debug builds with an observer one for each view in the view.
/// Only if one of them outlives ``AnyScreen/viewDidUnload()`` is it checked again: in a later turn
/// of the main actor, and a second after that, when a task or an animation that retained it
/// temporarily has released it.
@MainActor
struct LeakProbe {
  private weak var view: AnyObject?
  private var parts: [WeakReference<AnyObject>] = []

  init(_ view: AnyObject?, of screen: AnyScreen) {
    self.view = view
    #if DEBUG
    let application = screen.application
    if let view, application.isObserved, application.searchesForHolders {
      parts = Self.parts(of: view)
    }
    #endif
  }

  /// Schedules further checks if the view or a part of it is still alive.
  func check(_ screen: AnyScreen) {
    guard view != nil || !parts.isEmpty else { return }
    let suspect = Suspect(view: view, parts: parts, screen: screen)
    if suspect.isAlive { screen.application.unloader.suspect(suspect, in: screen.application) }
  }

  /// A view that has outlived its unloading so far, or of which a part has.
  @MainActor
  struct Suspect {
    weak var view: AnyObject?
    /// The views in it when it was unloaded; empty in release builds.
    let parts: [WeakReference<AnyObject>]
    let screen: ScreenID
    let name: String

    init(view: AnyObject?, parts: [WeakReference<AnyObject>], screen: AnyScreen) {
      self.view = view
      self.parts = parts
      self.screen = screen.id
      name = screen.name
    }

    var isAlive: Bool { view != nil || parts.contains { $0.object != nil } }
  }

  #if DEBUG
  /// The largest number of views in a view that are checked.
  static let mostParts = 1_000

  /// The views in a view, outer ones first.
  private static func parts(of view: AnyObject) -> [WeakReference<AnyObject>] {
    var parts: [AnyObject] = [view]
    var known: Set = [ObjectIdentifier(view)]
    var next = 0
    while next < parts.count, parts.count <= mostParts {
      let subviews = (parts[next] as? any ScreenViewTree)?.subviewsForLeakCheck ?? []
      parts += subviews.filter { known.insert(ObjectIdentifier($0)).inserted }
      next += 1
    }
    return parts.dropFirst().prefix(mostParts).map { WeakReference($0) }
  }
  #endif
}
