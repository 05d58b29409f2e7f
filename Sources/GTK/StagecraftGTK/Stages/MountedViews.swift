#if GTK
internal import StagecraftScreens

@MainActor
struct MountedViews {
  private struct Reference { weak var view: Widget? }

  private var views: [ScreenID: Reference] = [:]

  mutating func add(_ items: [ScreenStageScene<Widget>.Item], to stack: ViewStack) {
    for item in items {
      guard let view = item.view, view.parent !== stack else { continue }
      stack.add(view)
      views[item.screen] = Reference(view: view)
    }
  }

  /// Removes the views of other screens, and those that were unloaded.
  mutating func removeOthers(
    than items: [ScreenStageScene<Widget>.Item], from stack: ViewStack
  ) {
    let kept = Set(items.compactMap { $0.view.map(ObjectIdentifier.init) })
    for view in stack.contents where !kept.contains(ObjectIdentifier(view)) { stack.remove(view) }
    views = views.filter { $0.value.view?.parent === stack }
  }

  subscript(screen: ScreenID) -> Widget? { views[screen]?.view }
}
#endif
