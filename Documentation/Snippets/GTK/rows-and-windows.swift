// Rows for settings, secondary windows, a banner, a file chooser.
// snippet.hide
import StagecraftGTK

@MainActor
protocol Reminders: AnyObject {
  var areOn: Bool { get set }
}

@MainActor
func makeSwitch(_ reminders: any Reminders) -> Widget {
  // snippet.show
  let row = SwitchRow("Remind me", subtitle: "Two days before a book is due", isActive: true)
  row.onToggle = { isActive in reminders.areOn = isActive }
  // snippet.hide
  return row
}

@MainActor
protocol Reader {
  var name: String { get }
  func rename(_ name: String)
}

@MainActor
func makeEntry(_ reader: any Reader) -> Widget {
  // snippet.show
  let row = EntryRow("Name", text: reader.name)
  row.onApply = { name in reader.rename(name) }
  // snippet.hide
  return row
}

@MainActor
protocol Catalogue {
  func sort(by index: Int?)
}

@MainActor
func makeCombo(_ catalogue: any Catalogue) -> Widget {
  // snippet.show
  let row = ComboRow("Sort by", ["Title", "Author", "Year"])
  row.onSelect = { index in catalogue.sort(by: index) }
  // snippet.hide
  return row
}

@MainActor
func makeExpander() -> Widget {
  // snippet.show
  let row = ExpanderRow("Copies", subtitle: "2 of 4 in stock", [ActionRow("1"), ActionRow("2")])
  // snippet.hide
  return row
}

@MainActor
func showWindows(_ view: Widget, _ loans: PreferencesGroup, _ notices: PreferencesGroup) {
  do {
    // snippet.show
    let window = PreferencesWindow([PreferencesPage("General", [loans, notices])])
    window.present(over: view)
    // snippet.hide
  }
  // snippet.show
  let about = AboutWindow("City Library", version: "1.0", developer: "The Librarians")
  about.website = "https://library.example.org"
  about.present(over: view)
  // snippet.hide
  // snippet.show
  let window = ShortcutsWindow([
    .init("General", [.init("Search", "<Control>f"), .init("Quit", "<Control>q")])
  ])
  window.present(over: view)
  // snippet.hide
}

@MainActor
protocol Library {
  func connect()
}

@MainActor
func makeBanner(_ library: any Library) -> Widget {
  // snippet.show
  let banner = Banner("No connection to the library", button: "Try Again") { library.connect() }
  banner.isRevealed = true
  // snippet.hide
  return banner
}

@MainActor
protocol BookList {
  func read(_ path: String)
}

@MainActor
func importList(_ view: Widget, _ list: any BookList) async {
  // snippet.show
  let chooser = FileChooser("Import a List", filters: [.init("Lists", ["*.csv", "*.tsv"])])
  if let path = await chooser.open(over: view) { list.read(path) }
  // snippet.hide
}
