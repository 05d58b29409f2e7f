import StagecraftGTK

/// The menu of the window.
enum MainMenu {
  @MainActor static func button(_ app: CityApp) -> Widget {
    let menu = Menu()
    app.sessionMenu = menu.addSection()
    let section = menu.addSection()
    section.addItem(text("Backstage"), action: "app.backstage")
    section.addItem(text("Keyboard Shortcuts"), action: "app.shortcuts")
    section.addItem(text("About"), action: "app.about")
    section.addItem(text("Quit"), action: "app.quit")
    let button = MenuButton(icon: "open-menu-symbolic", label: text("Main Menu"), menu: menu)
    button.isPrimary = true
    return button
  }

  @MainActor static var shortcuts: ShortcutsWindow {
    ShortcutsWindow([
      .init(
        text("City Library"),
        [
          .init(text("Search"), "<Control>f"), .init(text("Catalogue"), "<Alt>1"),
          .init(text("Loans"), "<Alt>2"), .init(text("Desk"), "<Alt>3"),
          .init(text("Branches"), "<Alt>4"), .init(text("Backstage"), "<Control>b"),
          .init(text("Quit"), "<Control>q"),
        ]),
      .init(
        text("Desk"),
        [
          .init(text("Move Up"), "<Control><Shift>Up"),
          .init(text("Move Down"), "<Control><Shift>Down"),
          .init(text("Move On"), "<Control>Return"), .init(text("Undo"), "<Control>z"),
        ]),
    ])
  }

  @MainActor static var about: AboutWindow {
    AboutWindow(
      text("City Library"), version: "1.0", developer: "Stagecraft",
      icon: "org.stagecraft.CityLibrary")
  }
}
