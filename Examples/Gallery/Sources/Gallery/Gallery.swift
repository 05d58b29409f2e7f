import Foundation
import Stagecraft
import StagecraftGTK
import StagecraftGTKTestKit

/// The City Library in a window: each kind of stage, a list, an alert, a map and a page of the
/// web.
///
/// `gallery --pictures FOLDER` visits everything by itself, and writes a picture of each.
/// `gallery --monkey SECONDS SEED` plays with the window: see ``Monkey``.
@main
struct Gallery {
  @MainActor static func main() {
    let mode = Mode(CommandLine.arguments.dropFirst())
    guard let mode else {
      let usage = "usage: gallery [--pictures FOLDER | --monkey SECONDS SEED]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    if mode != .window { GTKTest.countWarnings() }
    let application = GTKApplication("org.stagecraft.Gallery")
    var gallery: GalleryWindow?
    application.run {
      let window = GalleryWindow()
      gallery = window
      switch mode {
      case .window: application.open(window.window)
      case .pictures(let folder):
        application.open(window.window)
        Task { exit(await PictureTour(window, folder: folder).run() ? 0 : 1) }
      case .monkey(let seconds, let seed):
        // Not by the application, which would quit when the window is closed.
        window.window.open()
        Task {
          var monkey = Monkey(window, seconds: seconds, seed: seed)
          exit(await monkey.run() ? 0 : 1)
        }
      }
    }
    // The application retains the window on the screen, but not the monitor of the memory.
    withExtendedLifetime(gallery) {}
  }
}

/// What the arguments of the command say.
private enum Mode: Equatable {
  case window
  case pictures(folder: String)
  case monkey(seconds: Int, seed: UInt64)

  init?(_ arguments: ArraySlice<String>) {
    switch (arguments.first, arguments.count) {
    case (nil, _): self = .window
    case ("--pictures", 2): self = .pictures(folder: arguments[2])
    case ("--monkey", 3):
      guard let seconds = Int(arguments[2]), let seed = UInt64(arguments[3]) else { return nil }
      self = .monkey(seconds: seconds, seed: seed)
    default: return nil
    }
  }
}

/// The window and its screens.
@MainActor
final class GalleryWindow {
  let library = Library()
  /// Memory pressure that the user simulates with a button.
  let shortage = PressureTrigger(name: "button")
  private let pressure: PressureMonitor
  let catalogue: NavigationScreen<Widget>
  let orders: OrdersScreen
  let branches: PageScreen<Widget>
  let notes: NotesScreen
  let shelves: NavigationScreen<Widget>
  let news = NewsScreen()
  let tabs: TabScreen<Widget>
  let window: ScreenWindow<Widget>

  init() {
    let library = library
    weak var stack: NavigationScreen<Widget>?
    catalogue = NavigationScreen(
      root: CatalogueScreen(library) { book in stack?.push(BookScreen(book, in: library)) },
      stage: StackStage())
    stack = catalogue
    catalogue.title = "Catalogue"
    orders = OrdersScreen(library)
    branches = PageScreen(count: library.branches.count, stage: CarouselStage()) { number in
      BranchScreen(library.branches[number])
    }
    branches.title = "Branches"
    weak var shelfStack: NavigationScreen<Widget>?
    notes = NotesScreen(
      simulatePressure: { [shortage] in await shortage.press(.critical) },
      openShelf: { number in shelfStack?.push(ShelfScreen(number)) })
    shelves = NavigationScreen(root: notes, stage: LeafletStage())
    shelfStack = shelves
    shelves.title = "Notes"
    tabs = TabScreen([catalogue, orders, branches, shelves, news], stage: TabStage())
    tabs.title = "City Library"
    window = ScreenWindow(root: tabs, stage: WindowStage())
    pressure = PressureMonitor(
      sources: .automatic.and(MemoryMonitorSource()).and(shortage))
    ScreenApplication.shared.registerForPressure(with: pressure)
  }
}
