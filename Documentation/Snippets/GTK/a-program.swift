// A program with a window, tabs, a stack and pages.
// snippet.hide
import StagecraftGTK
import StagecraftScreens

final class CatalogueScreen: Screen<Widget> {
  override func loadView() -> Widget { Label("Books") }
}

final class OrdersScreen: Screen<Widget> {
  override func loadView() -> Widget { Label("Orders") }
}

final class BranchScreen: Screen<Widget> {
  init(_ name: String) {
    super.init()
    title = name
  }

  override func loadView() -> Widget { Label(title) }
}

// snippet.show
@main
struct CityLibrary {
  @MainActor static func main() {
    let application = GTKApplication("org.example.CityLibrary")
    application.run {
      let catalogue = NavigationScreen(root: CatalogueScreen(), stage: StackStage())
      let tabs = TabScreen([catalogue, OrdersScreen()], stage: TabStage())
      application.open(ScreenWindow(root: tabs, stage: WindowStage()))
    }
  }
}
// snippet.hide

struct City {
  var branches = ["Harbour", "Market"]
}

@MainActor
func otherStages(_ application: GTKApplication, _ city: City) {
  // snippet.show
  let branches = PageScreen(count: city.branches.count, stage: CarouselStage()) { number in
    BranchScreen(city.branches[number])
  }
  // snippet.hide
  do {
    // snippet.show
    let catalogue = NavigationScreen(root: CatalogueScreen(), stage: LeafletStage())
    // snippet.hide
    let tabs = TabScreen([catalogue], stage: TabStage())
    // snippet.show
    let window = ScreenWindow(root: tabs, stage: WindowStage())
    window.open()
    // snippet.hide
  }
  let catalogue = NavigationScreen(root: CatalogueScreen(), stage: LeafletStage())
  // snippet.show
  let tabs = TabScreen([catalogue, branches], stage: TabStage())
  // snippet.hide
  _ = tabs
}
