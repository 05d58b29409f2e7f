internal import Stagecraft
internal import StagecraftTestKit

/// A stand-in for a toolkit's view, with real memory.
@MainActor
final class PageView: FakeView {
  /// The textbook's window; ours are found through screens.
  weak var window: TextbookWindow?
  private let picture: Picture?

  init(_ text: String = "", bytes: Int = 0) {
    picture = bytes > 0 ? Picture(bytes: bytes, seed: UInt64(bytes)) : nil
    super.init("page")
    self.text = text
  }
}

extension FakeView {
  /// What the user reads, from the bottom to the top.
  var visibleTexts: [String] {
    (text.isEmpty ? [] : [text]) + shownSubviews.flatMap(\.visibleTexts)
  }
}

/// A screen with a label that the user changes.
final class TabPage: Screen<PageView> {
  let tab: LibraryTab
  /// How long the layout takes, whatever the size of the view.
  private let layout: Duration
  /// How long the last call of `loadView` took.
  private(set) var making = Duration.zero

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
    defer { making = .now - start }
    let view = PageView(bytes: tab.bytes)
    let end = ContinuousClock.now + layout
    while .now < end {}
    return view
  }

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

/// The same with `@ViewBound`.
final class TidyAlbumScreen: Screen<PageView> {
  @ViewBound private var lastShown: PageView?

  override func loadView() -> PageView { PageView(bytes: 4096) }
  override func viewDidLoad() { lastShown = view }
}

extension PressurePolicy {
  /// Leaves responders enough time on a main actor that is busy with other tests.
  static var patient: PressurePolicy {
    var policy = PressurePolicy()
    policy.responderBudget = .seconds(600)
    return policy
  }
}
