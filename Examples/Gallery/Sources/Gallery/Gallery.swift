import Foundation
import Stagecraft
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftTestKit

/// The City Library in a window: each kind of stage, a list, an alert, a map and a page of the
/// web.
///
/// `gallery --pictures FOLDER` visits everything by itself, and writes a picture of each.
@main
struct Gallery {
  @MainActor static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    var folder: String?
    if arguments.first == "--pictures", arguments.count == 2 {
      folder = arguments.last
    } else if !arguments.isEmpty {
      FileHandle.standardError.write(Data("usage: gallery [--pictures FOLDER]\n".utf8))
      exit(2)
    }
    if folder != nil { GTKTest.countWarnings() }
    let application = GTKApplication("org.stagecraft.Gallery")
    var gallery: GalleryWindow?
    application.run {
      let window = GalleryWindow(application)
      gallery = window
      if let folder {
        Task { exit(await PictureTour(window, folder: folder).run() ? 0 : 1) }
      }
    }
    // The application retains the window on the screen, but not the monitor of the memory.
    withExtendedLifetime(gallery) {}
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

  init(_ application: GTKApplication) {
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
    application.open(window)
  }
}
