// Containers for the library's screens, and a stage that shows them.
// snippet.hide
import StagecraftScreens

@MainActor class Widget {
  private(set) var parts: [Widget] = []
  func show(_ parts: [Widget]) { self.parts = parts }
  func slide(in part: Widget, isForward: Bool, then end: @escaping @MainActor () -> Void) {
    parts.append(part)
    end()
  }
}

struct Branch {
  var name: String
}

struct City {
  var branches = ["Harbour", "Market", "North", "Old Town"].map { Branch(name: $0) }
}

struct Book {
  var title: String
}

class LibraryScreen: Screen<Widget> {
  override func loadView() -> Widget { Widget() }
}

final class CatalogueScreen: LibraryScreen {}
final class ReviewScreen: LibraryScreen {}

final class BookScreen: LibraryScreen {
  init(_ book: Book) {
    super.init()
    title = book.title
  }
}

final class BranchScreen: LibraryScreen {
  init(_ branch: Branch) {
    super.init()
    title = branch.name
  }
}

// snippet.show
@MainActor
final class WidgetStack: ScreenStage {
  private weak var box: Widget?

  func makeView() -> Widget {
    let box = Widget()
    self.box = box
    return box
  }

  func arrange(_ scene: ScreenStageScene<Widget>) {
    box?.show(scene.visibleItems.compactMap(\.view))
  }

  func begin(_ transition: ScreenStageTransition<Widget>) {
    guard let view = view(after: transition) else { return transition.animationDidEnd() }
    box?.slide(in: view, isForward: transition.context.direction == .forward) {
      transition.animationDidEnd()
    }
  }

  private func view(after transition: ScreenStageTransition<Widget>) -> Widget? {
    transition.after.current.flatMap { current in transition.after.items[current].view }
  }
}
// snippet.hide

typealias WidgetTabs = WidgetStack
typealias WidgetCarousel = WidgetStack
typealias WidgetWindow = WidgetStack

@MainActor
func open(_ city: City, _ emma: Book) async {
  // snippet.show
  let catalogue = NavigationScreen(root: CatalogueScreen(), stage: WidgetStack())
  let branches = PageScreen(count: city.branches.count, stage: WidgetCarousel()) { number in
    BranchScreen(city.branches[number])
  }
  let tabs = TabScreen([catalogue, branches], stage: WidgetTabs())
  let window = ScreenWindow(root: tabs, stage: WidgetWindow())
  window.open()
  // snippet.hide

  // snippet.show
  catalogue.push(BookScreen(emma))
  tabs.select(1)
  branches.turn(to: 3)
  branches.present(ReviewScreen(), as: .sheet)
  // snippet.hide
  window.presentedScreens.last?.dismiss()
  tabs.select(0)
  catalogue.popToRoot(animated: false)

  // snippet.show
  switch await catalogue.push(BookScreen(emma)).outcome {
  case .completed: print("The book is there.")
  case .cancelled: print("The user swiped it away.")
  case .refused(let error): print(error)  // and nothing has changed
  case nil: print("This task was cancelled meanwhile.")
  }
  // snippet.hide
  swipe(on: catalogue)
  print(window.isOpen, catalogue.screens.count)
}

@MainActor
func swipe(on catalogue: NavigationScreen<Widget>) {
  // snippet.show
  guard let swipe = try? catalogue.beginPop() else { return }  // another transition is in progress
  swipe.update(0.3)
  swipe.update(0.6)
  swipe.cancel()  // or finish(); dropping it cancels
  // snippet.hide
}

await open(City(), Book(title: "Emma"))
