import StagecraftGTK
import StagecraftScreens

final class CatalogueScreen: Screen<Widget> {
  let end: @MainActor () -> Void

  init(then end: @escaping @MainActor () -> Void) {
    self.end = end
    super.init()
  }

  override func loadView() -> Widget { Label("Books") }

  override func viewDidAppear(_ context: TransitionContext) {
    print("The catalogue has appeared")
    end()
  }
}

@main
struct CityLibrary {
  @MainActor static func main() {
    let application = GTKApplication("org.example.CityLibrary")
    application.run {
      let catalogue = CatalogueScreen { application.quit() }
      application.open(ScreenWindow(root: catalogue, stage: WindowStage()))
    }
  }
}
