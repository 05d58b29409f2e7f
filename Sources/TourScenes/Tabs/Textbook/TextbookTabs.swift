/// The textbook's app: four tabs, the user's labels, and a memory warning.
@MainActor
struct TextbookTabs {
  struct Report: Sendable {
    /// What each label said before the warning.
    var before: [String] = []
    /// What each said when the user was back on its tab.
    var after: [String] = []
    /// How many views the warning took away.
    var gone = 0
    /// How many bytes they had.
    var bytesGone = 0
    /// How many views were made by the warning itself, only to be thrown away.
    var madeByTheWarning = 0
    /// How many bytes those had.
    var bytesMade = 0

    /// How many labels were no more what the user had made of them.
    var lost: Int { zip(before, after).count { $0 != $1 } }
  }

  /// How it went with a controller whose `loadView` asks for the view.
  struct Recursion: Sendable {
    /// How deep it came.
    var depth = 0
    /// Where it was stopped.
    var bound = 0
  }

  let tabs: [LibraryTab]
  /// A tab that the user has never been to.
  let unvisited: LibraryTab

  func run() -> Report {
    var report = Report()
    let window = TextbookWindow()
    let controllers = tabs.map { TextbookController($0) }
    let stranger = TextbookController(unvisited)
    for controller in controllers {
      window.show(controller.view)
      controller.view.label = controller.tab.changedLabel
    }
    // Back to the first tab; the others are hidden.
    window.show(controllers[0].view)
    report.before = controllers.map(\.view.label)

    let loads = stranger.loads
    for controller in controllers + [stranger] { controller.didReceiveMemoryWarning() }
    report.madeByTheWarning = stranger.loads - loads
    report.bytesMade = report.madeByTheWarning * stranger.tab.bytes
    let emptied = controllers.filter { !$0.isViewLoaded }
    report.gone = emptied.count
    report.bytesGone = emptied.reduce(0) { $0 + $1.tab.bytes }

    for controller in controllers {
      window.show(controller.view)
      report.after.append(controller.view.label)
    }
    return report
  }

  func recurse(bound: Int = 1_000) -> Recursion {
    let tab = LibraryTab(title: "Greeting", initialLabel: "", changedLabel: "", bytes: 8)
    let controller = HastyController(tab, bound: bound)
    _ = controller.view
    return Recursion(depth: controller.deepest, bound: bound)
  }
}
