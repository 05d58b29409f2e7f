// The launch of textbooks: a function.
// snippet.hide
@MainActor func startLogging() { print("logging") }
@MainActor func readSettings() { print("settings") }
@MainActor func configureNetwork() { print("network") }
@MainActor func openDatabase() { print("database") }
@MainActor func loadCatalogue() { print("catalogue") }
@MainActor func warmCovers() { print("covers") }
@MainActor func scheduleReminders() { print("reminders") }
@MainActor func showFirstScreen() { print("first screen") }

// snippet.show
@MainActor
func launch() {
  startLogging()
  readSettings()
  configureNetwork()
  openDatabase()
  loadCatalogue()
  warmCovers()
  scheduleReminders()
  showFirstScreen()
}
// snippet.hide

launch()
