#if GTK
internal import StagecraftScreens

/// The views of screens in a stack.
@MainActor
final class MountedViews {
  private struct Reference { weak var view: Widget? }

  private var views: [ScreenID: Reference] = [:]

  func add(_ items: [ScreenStageScene<Widget>.Item], to stack: StageStack) {
    for item in items {
      guard let view = item.view, view.parent !== stack else { continue }
      stack.add(view)
      views[item.screen] = Reference(view: view)
    }
  }

  /// Removes the views of other screens, and those that were unloaded.
  func removeOthers(
    than items: [ScreenStageScene<Widget>.Item], from stack: StageStack
  ) {
    let kept = Set(items.compactMap { $0.view.map(ObjectIdentifier.init) })
    for view in stack.contents where !kept.contains(ObjectIdentifier(view)) { stack.remove(view) }
    views = views.filter { $0.value.view?.parent === stack }
  }

  subscript(screen: ScreenID) -> Widget? { views[screen]?.view }
}

extension Course<ScreenID> {
  /// Shows the view of one screen at once, and removes those of other screens than `items`.
  func arrange(
    _ items: [ScreenStageScene<Widget>.Item], showing current: ScreenStageScene<Widget>.Item?,
    in stack: StageStack, _ mounted: MountedViews, _ focus: FocusMemory
  ) {
    if current?.screen != machine.place { focus.willChange() }
    drive { mounted.add(items, to: stack) }
    arrange(at: current?.screen)
    drive {
      // The view of the same screen may be another one than before.
      if stack.shown !== current?.view { stack.show(current?.view) }
      mounted.removeOthers(than: items, from: stack)
    }
  }
}
#endif
