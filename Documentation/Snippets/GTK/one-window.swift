// A program with one window.
// snippet.hide
import StagecraftGTK
import StagecraftScreens

final class CatalogueScreen: Screen<Widget> {
  override func loadView() -> Widget { Label("Books") }
}

// snippet.show
@main
struct CityLibrary {
  @MainActor static func main() {
    let application = GTKApplication("org.example.CityLibrary")
    application.run {
      application.open(ScreenWindow(root: CatalogueScreen(), stage: WindowStage()))
    }
  }
}
