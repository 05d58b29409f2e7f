// Linked with archives, from which a linker takes only the object files to which something refers: a
// conformance that only a dynamic cast uses is lost, unless it is in the file of its type.

import StagecraftScreens
import StagecraftTraces

var isComplete = true

@MainActor
func check<Value: Equatable>(_ name: String, _ found: Value, _ expected: Value) {
  guard found != expected else { return }
  print("\(name): expected \(expected), found \(found)")
  isComplete = false
}

final class Pane {}

final class BookScreen: Screen<Pane> {
  override var restorationName: String? { "book" }
  override func loadView() -> Pane { Pane() }
}

@MainActor
func makeStage() -> ClosureStage<Pane> { ClosureStage(makeView: Pane.init) { _, _ in } }

let pages = PageScreen(count: 2, stage: makeStage()) { _ in BookScreen() }
let tabs = TabScreen([pages, BookScreen()], stage: makeStage())
let stack = NavigationScreen(root: tabs, stage: makeStage())
let window = ScreenWindow(root: stack, stage: makeStage())
let archive = window.archive()
check("archived screens", archive.screenCount, 6)
check(
  "restored screens", window.restore(from: archive, catalog: ScreenCatalog()).restoredCount, 6)

// A type that is not known before finds its description with a dynamic cast.
let trace = OperationTrace(name: "launch")
check("trace", "\(trace as Any)", "“launch”: 0 operations.")
check("critical path", "\(trace.criticalPath as Any)", "No operation has ended.")

if isComplete { print("Nothing is lost in a program that is linked with archives.") }
