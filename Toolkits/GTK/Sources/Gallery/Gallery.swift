import Foundation
import Stagecraft
import StagecraftGTK
import StagecraftTestKit

/// The City Library in a window: each kind of stage, a list, an alert, a map and a page of the web.
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
    let application = GTKApplication("org.stagecraft.Gallery")
    application.run {
      let gallery = GalleryWindow(application)
      if let folder {
        Task { exit(await PictureTour(gallery, folder: folder).run() ? 0 : 1) }
      }
    }
  }
}

/// The window and its screens.
@MainActor
final class GalleryWindow {
  let library = Library()
  /// A shortage of memory that the user plays with a button.
  let shortage = PressureTrigger(name: "button")
  private let pressure: PressureMonitor
  let catalogue: NavigationScreen<Widget>
  let orders: OrdersScreen
  let branches: PageScreen<Widget>
  let notes: NotesScreen
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
    notes = NotesScreen { [shortage] in await shortage.press(.critical) }
    tabs = TabScreen([catalogue, orders, branches, notes, news], stage: TabStage())
    tabs.title = "City Library"
    window = ScreenWindow(root: tabs, stage: WindowStage())
    pressure = PressureMonitor(
      sources: .automatic.and(MemoryMonitorSource()).and(shortage))
    ScreenApplication.shared.registerForPressure(with: pressure)
    application.open(window)
  }
}
