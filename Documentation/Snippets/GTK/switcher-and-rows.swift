// Tabs in the bar of a window, toasts, rows.
// snippet.hide
import StagecraftGTK
import StagecraftScreens

@MainActor
func makeTabs(_ catalogue: Screen<Widget>, _ orders: Screen<Widget>) -> AnyScreen {
  // snippet.show
  let stage = SwitcherStage()
  stage[catalogue].icon = "view-grid-symbolic"
  stage[orders].icon = "view-list-symbolic"
  let tabs = TabScreen([catalogue, orders], stage: stage)
  stage[orders].badge = 2
  // snippet.hide
  return tabs
}

@MainActor
protocol Loans {
  func undo()
}

@MainActor
func showToast(_ overlay: ToastOverlay, _ loans: any Loans) {
  // snippet.show
  let toast = Toast("“Emma” was returned.", button: "Undo") { loans.undo() }
  overlay.add(toast)
  // snippet.hide
}

@MainActor
protocol Search {
  func clear()
}

@MainActor
func makePage(_ search: any Search) -> Widget {
  // snippet.show
  let page = StatusPage(
    icon: "system-search-symbolic", title: "No Book Found", description: "Try other words.",
    Button("Show All") { search.clear() })
  // snippet.hide
  return page
}

@MainActor
func makeRow(_ navigation: NavigationScreen<Widget>, _ reader: Screen<Widget>) -> Widget {
  // snippet.show
  let row = ActionRow("Copy 1", subtitle: "Ada Byron") { navigation.push(reader) }
  row.addSuffix(Label("due in 4 days"))
  // snippet.hide
  return row
}

@MainActor
func makeGroup() -> Widget {
  // snippet.show
  let group = PreferencesGroup("Copies", [ActionRow("Copy 1"), ActionRow("Copy 2")])
  // snippet.hide
  return group
}

@MainActor
func switchViews(_ shelf: Widget, _ reviews: Widget, in bar: HeaderBar) -> Widget {
  // snippet.show
  let stack = ViewStack()
  stack.append(shelf, .init("Shelf", icon: "view-grid-symbolic"))
  stack.append(reviews, .init("Reviews", icon: "starred-symbolic", badge: 2))
  let title = ViewSwitcherTitle(stack, title: "Emma")
  let bottom = ViewSwitcherBar(stack)
  title.onTitleVisibleChange = { [weak bottom] isVisible in bottom?.isRevealed = isVisible }
  // snippet.hide
  bar.titleWidget = title
  return Box(.vertical, [stack, bottom])
}
