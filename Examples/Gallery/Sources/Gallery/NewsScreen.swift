import Stagecraft
import StagecraftGTK
import StagecraftWebKit

/// A page of the web; if its process ends, it is loaded again.
final class NewsScreen: LibraryScreen {
  private(set) lazy var page: HeavyResource<WebView> = HeavyResource(
    of: self, "news", bytes: 120 << 20,
    make: { (screen: NewsScreen) in
      let page = WebView()
      page.onProcessEnd = { [weak screen] _ in screen?.page.markLost() }
      page.load(html: NewsScreen.html)
      return page
    },
    didMake: { screen, page in screen.place.content = page },
    willDrop: { screen, _ in screen.place.content = nil })
  @ViewBound private var place: Bin

  override init(in application: ScreenApplication = .shared) {
    super.init(in: application)
    title = "News"
  }

  override func loadView() -> Widget { Box() }

  override func viewDidLoad() {
    place = Bin()
    place.expands = true
    (view as? Box)?.append(place)
    page.isWanted = true
  }

  private static let html = """
    <body style="font-family: sans-serif; margin: 2em">
    <h1>The City Library</h1>
    <p>Open from 9 to 8. The house at the harbour has new rooms for readers.</p>
    <table border="1" cellpadding="6">
    <tr><th>Branch</th><th>Books</th></tr>
    <tr><td>Harbour</td><td>41,200</td></tr>
    <tr><td>Market</td><td>18,900</td></tr>
    </table>
    </body>
    """
}
