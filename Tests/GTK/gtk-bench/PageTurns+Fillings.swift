#if Maps && WebPages
import CGTK
import Foundation
import StagecraftGTK
import StagecraftShumate
import StagecraftWebKit
import Synchronization

/// Maps of different places, from tiles as an archive of PNG files has them.
@MainActor
final class MapFilling: PageFilling {
  static let name = "maps"
  private var alive = 0
  private(set) var mostAlive = 0
  let foreignUse = ForeignUse()
  /// Some tiles, which are drawn before anything is measured, and decoded each time.
  private static let tiles: TileSource = {
    let archive = (0..<16).map { PNG.encoded(.init(x: $0 % 4, y: $0 / 4, zoom: 3)) }
    return TileSource("archive") { tile in
      requested.withLock { $0 += 1 }
      return .encoded(archive[tile.x % 4 + tile.y % 4 * 4])
    }
  }()
  private nonisolated static let requested = Mutex(0)
  var loads: Int { Self.requested.withLock { $0 } }

  /// How many frames to wait for the requests of a map that was filled: there are none if it has
  /// kept all its tiles.
  private var waiting: [ObjectIdentifier: Int] = [:]

  /// A map that counts those alive.
  final class View: MapView {
    weak var filling: MapFilling?
    isolated deinit { filling?.ended(ObjectIdentifier(self)) }
  }

  private func ended(_ map: ObjectIdentifier) {
    alive -= 1
    waiting[map] = nil
  }

  func another() -> MapFilling { MapFilling() }

  func make() -> View {
    alive += 1
    mostAlive = max(mostAlive, alive)
    let map = View(Self.tiles)
    map.filling = self
    map.showsZoomButtons = false
    map.onLoadStateChange = { [weak self, weak map] state in
      guard let map, case .loading = state else { return }
      self?.waiting[ObjectIdentifier(map)] = nil
    }
    return map
  }

  func fill(_ view: View, with page: Int) {
    view.region = MapRegion(
      center: .init(latitude: Double(page % 12) * 9 - 50, longitude: Double(page) * 11 - 170),
      zoom: 7)
    waiting[ObjectIdentifier(view)] = 3
  }

  func isComplete(_ view: View) -> Bool {
    if let frames = waiting[ObjectIdentifier(view)], frames > 0 {
      waiting[ObjectIdentifier(view)] = frames - 1
      return false
    }
    if case .loaded = view.loadState { return true }
    return false
  }
}

/// Encodes tiles.
@MainActor
enum PNG {
  static func encoded(_ tile: TileSource.Tile) -> [UInt8] {
    let size = 256
    let pixels = [UInt8](unsafeUninitializedCapacity: size * size * 4) { buffer, count in
      count = size * size * 4
      for index in 0..<(size * size) {
        let (x, y) = (index % size, index / size)
        // Areas, lines, and some grain, so that the file is as large as that of a street map.
        let isRoad = (x * (1 + tile.x) + y) % 61 < 4 || (y * (1 + tile.y) + x) % 83 < 4
        let grain = UInt8((index &* 2_654_435_761) >> 13 & 7)
        buffer[index * 4] = isRoad ? 250 : UInt8(170 + tile.x * 10) + grain
        buffer[index * 4 + 1] = isRoad ? 245 : UInt8(190 + tile.y * 10) + grain
        buffer[index * 4 + 2] = isRoad ? 225 : 180 + grain
        buffer[index * 4 + 3] = 255
      }
    }
    let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    let side = Int32(size)
    let texture = gdk_memory_texture_new(
      side, side, GDK_MEMORY_R8G8B8A8, bytes, gsize(size * 4))
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    let file = gdk_texture_save_to_png_bytes(texture)
    defer { g_bytes_unref(file) }
    var count: gsize = 0
    guard let start = g_bytes_get_data(file, &count) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
  }
}

/// Web pages of text and a drawing, each in a process of its own.
@MainActor
final class WebFilling: PageFilling {
  static let name = "web pages"
  private var alive = 0
  private(set) var mostAlive = 0
  private var fillings = 0
  private var painted: [ObjectIdentifier: Bool] = [:]
  var loads: Int { fillings }

  /// A web view that counts those alive.
  final class View: WebView {
    weak var filling: WebFilling?
    isolated deinit { filling?.ended(ObjectIdentifier(self)) }
  }

  private func ended(_ view: ObjectIdentifier) {
    alive -= 1
    painted[view] = nil
  }

  func another() -> WebFilling { WebFilling() }

  func make() -> View {
    alive += 1
    mostAlive = max(mostAlive, alive)
    let view = View()
    view.filling = self
    let identity = ObjectIdentifier(view)
    view.onTitleChange = { [weak self] title in
      // The page sets its title after it has been painted.
      if title.hasPrefix("painted") { self?.painted[identity] = true }
    }
    return view
  }

  func fill(_ view: View, with page: Int) {
    fillings += 1
    painted[ObjectIdentifier(view)] = false
    view.load(html: Self.html(page))
  }

  func isComplete(_ view: View) -> Bool { painted[ObjectIdentifier(view)] == true }

  private static func html(_ page: Int) -> String {
    let rows = (0..<60).map { "<tr><td>Book \($0)<td>Shelf \(page)<td>lent" }.joined()
    return """
      <!DOCTYPE html><title>loading</title><h1>Branch \(page)</h1>
      <canvas id="plan" width="600" height="120"></canvas><table>\(rows)</table>
      <script>
        const pen = document.getElementById('plan').getContext('2d');
        for (let i = 0; i < 200; i++) {
          pen.fillStyle = 'hsl(' + (i * 9 + \(page) * 40) + ', 60%, 60%)';
          pen.fillRect(i * 3, (i * 37) % 90, 20, 20);
        }
        requestAnimationFrame(() => requestAnimationFrame(() => {
          document.title = 'painted \(page)';
        }));
      </script>
      """
  }

  var foreignUse: ForeignUse { ForeignUse.ofDescendants() }
}
#endif
