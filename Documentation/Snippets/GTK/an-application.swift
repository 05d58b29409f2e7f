// One instance, links, actions, notifications, styles and settings.
// snippet.hide
import StagecraftGTK
import StagecraftScreens

@MainActor
protocol Orders {
  func extend()
}

@MainActor
func openLink(_ link: String) {}

@MainActor
func configure(_ orders: any Orders, _ label: Label, _ view: Widget) {
  // snippet.show
  let application = GTKApplication("org.example.CityLibrary", instances: .one)
  application.onOpen = { links in for link in links { openLink(link) } }
  // snippet.hide
  let search = Entry()
  // snippet.show
  application.addAction("quit", shortcut: "<Control>q") { application.quit() }
  view.addShortcut("<Control>f") { [weak search] in search?.grabFocus() }

  let notification = DesktopNotification("“Emma” is ready", body: "Collect it before Friday.")
  notification.addButton("Extend") { orders.extend() }
  application.send(notification, id: "order-17")

  let styles = StyleSheet(".in-stock { color: @success_color; }")
  styles.add()
  label.addStyle("in-stock")

  let pageSize = SettingsKey("page-size", default: 20)
  let settings = Settings("org.example.CityLibrary")
  settings[pageSize] = 50
  // snippet.hide
}

@MainActor
func takePicture(of orders: AnyScreen, in window: ScreenWindow<Widget>) async throws {
  // snippet.show
  let isShown = await MainLoop.until { orders.appearance == .visible }
  if isShown {
    try await window.view.nextFrames(2)
    _ = Screenshot(of: window.view)?.write(to: "orders.png")
  }
  // snippet.hide
}

@MainActor
protocol Chart: AnyObject {
  func redraw()
}

@MainActor
func follow(_ chart: any Chart) -> ObservationToken {
  // snippet.show
  Appearance.preferredScheme = .preferDark
  let observation = Appearance.observe { [weak chart] in chart?.redraw() }
  // snippet.hide
  return observation
}

// snippet.show
enum SortOrder: String, SettingsValue { case title, author }
// snippet.hide
