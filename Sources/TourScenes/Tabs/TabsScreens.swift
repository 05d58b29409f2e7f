internal import Stagecraft
internal import StagecraftTestKit

/// A screen with a label that the user changes.
class TabPage: Screen<PageView> {
  let tab: LibraryTab
  /// How long the layout takes, for a view of any size.
  private let layout: Duration
  /// How long the last call of `loadView` took.
  private(set) var loading = Duration.zero

  init(_ tab: LibraryTab, layout: Duration = .zero, in application: ScreenApplication) {
    self.tab = tab
    self.layout = layout
    super.init(in: application)
    title = tab.title
  }

  override var name: String { tab.title }
  override var estimatedViewBytes: Int { tab.bytes }
  override var restorationName: String? { tab.title }

  override func loadView() -> PageView {
    let start = ContinuousClock.now
    defer { loading = .now - start }
    layout.spin()
    return PageView(bytes: tab.bytes)
  }

  /// What unloading the view releases, per millisecond of loading it again.
  var bytesPerMillisecond: Double { Double(tab.bytes) / max(loading.milliseconds, 0.001) }
  override func viewDidLoad() { view.text = tab.initialLabel }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(view.text, for: .label)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let label = state.value(for: .label) { view.text = label }
  }
}

extension ScreenStateKey<String> {
  static let label = ScreenStateKey("label")
}

/// A light page with a heavy map.
final class MapPage: Screen<PageView> {
  @MainActor
  final class Map {
    var place: String
    private let picture: Picture

    init(around place: String, bytes: Int) {
      self.place = place
      picture = Picture(bytes: bytes, seed: UInt64(bytes))
    }
  }

  private let bytes: Int

  private(set) lazy var map = HeavyResource(
    of: self, "map", bytes: bytes,
    make: { screen, place in Map(around: place ?? "the whole city", bytes: screen.bytes) },
    snapshot: { map in map.place })

  init(bytes: Int, in application: ScreenApplication) {
    self.bytes = bytes
    super.init(in: application)
  }

  override var name: String { "Map" }
  override func loadView() -> PageView { PageView() }
  override func viewDidLoad() { map.isWanted = true }
}

/// A screen that stores its view in a property, and so keeps it alive.
final class AlbumScreen: Screen<PageView> {
  private var lastShown: PageView?
  override func loadView() -> PageView { PageView(bytes: 4096) }
  override func viewDidLoad() { lastShown = view }
}

/// The same screen with `@ViewBound`, which releases the view.
final class TidyAlbumScreen: Screen<PageView> {
  @ViewBound private var lastShown: PageView?
  override func loadView() -> PageView { PageView(bytes: 4096) }
  override func viewDidLoad() { lastShown = view }
}
