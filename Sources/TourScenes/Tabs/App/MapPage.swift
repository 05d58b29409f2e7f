internal import Stagecraft

/// A page that is light, with a map on it that is not.
final class MapPage: Screen<PageView> {
  /// The map: memory that is really there, around a place.
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
    title = "Map"
  }

  override var name: String { "Map" }

  override func loadView() -> PageView { PageView() }
  override func viewDidLoad() { map.isWanted = true }
}
