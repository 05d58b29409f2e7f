// Containers for the library's screens, and a stage that shows them.
// snippet.hide
import StagecraftScreens

@MainActor class Widget {
  enum Swipe {
    case began
    case moved(Double)
    case ended(isFar: Bool)
  }
  var onBackKey: (() -> Void)?
  var onSwipe: ((Swipe) -> Void)?
  private(set) var parts: [Widget] = []
  func show(_ parts: [Widget]) { self.parts = parts }
  func place(_ part: Widget?, at progress: Double) {}
  func slide(_ part: Widget?, to progress: Double, then end: @escaping @MainActor () -> Void) {
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
  private var requests: StageRequests?
  private var gesture: InteractiveTransition?

  func connect(to requests: StageRequests) { self.requests = requests }

  func makeView() -> Widget {
    let box = Widget()
    box.onBackKey = { [weak self] in self?.requests?.back() }
    box.onSwipe = { [weak self] swipe in self?.follow(swipe) }
    self.box = box
    return box
  }

  func arrange(_ scene: ScreenStageScene<Widget>) {
    box?.show(scene.visibleItems.compactMap(\.view))
  }

  func begin(_ transition: ScreenStageTransition<Widget>) {
    let view = transition.after.currentItem?.view
    guard !transition.context.isInteractive else { return }  // `update` follows the finger
    box?.slide(view, to: 1) { transition.animationDidEnd() }
  }

  func update(_ transition: ScreenStageTransition<Widget>, to progress: Double) {
    box?.place(transition.after.currentItem?.view, at: progress)
  }

  func conclude(
    _ transition: ScreenStageTransition<Widget>, as outcome: TransitionContext.Outcome
  ) {
    let end = outcome == .completed ? 1.0 : 0
    box?.slide(transition.after.currentItem?.view, to: end) { transition.animationDidEnd() }
  }

  private func follow(_ swipe: Widget.Swipe) {
    switch swipe {
    case .began: gesture = try? requests?.beginBack()
    case .moved(let progress): gesture?.update(progress)
    case .ended(let isFar): if isFar { gesture?.finish() } else { gesture?.cancel() }
    }
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
  guard let swipe = try? catalogue.beginPop() else { return }  // the error says why not
  swipe.update(0.3)
  swipe.update(0.6)
  swipe.cancel()  // or finish(); dropping it cancels
  // snippet.hide
}

await open(City(), Book(title: "Emma"))
