import LibraryModel
import Stagecraft
import StagecraftGTK

/// The covers that were drawn lately, as many as there is memory for.
@MainActor
final class CoverStore {
  struct Key: Hashable, Sendable {
    var title: Title.ID
    var width: Int
    /// The number of pixels for a unit of the screen.
    var scale: Int
  }

  let cache: PurgeableCache<Key, Texture>
  private var placeholders: [Int: Texture] = [:]

  init(under pressure: PressureMonitor) {
    cache = PurgeableCache(
      "covers", limit: 64 << 20, cost: .computed, under: pressure, size: { $0.byteCount })
  }

  /// Draws a cover off the main thread, once however many places show it.
  func cover(of title: Title, as key: Key) async throws -> Texture {
    try await cache.fetchValue(for: key) {
      let height = key.width * 3 / 2
      return await Texture.drawn(width: key.width, height: height, scale: Double(key.scale)) {
        canvas in
        canvas.scale(Double(key.width) / CoverDesign.width)
        canvas.draw(CoverDesign(title))
      }
    }
  }

  /// What is shown until a cover is drawn: paper.
  func placeholder(width: Int) -> Texture {
    if let texture = placeholders[width] { return texture }
    let texture = Texture(width: width, height: width * 3 / 2) { canvas in
      canvas.rectangle(0, 0, canvas.width, canvas.height, corner: 4)
      canvas.fill(Color(0x808080).withOpacity(0.18))
    }
    placeholders[width] = texture
    return texture
  }
}

/// The cover of a title, which is drawn when it is first shown.
final class CoverView: Picture {
  private let covers: CoverStore
  private let coverWidth: Int
  private var title: Title?
  private var shown: CoverStore.Key?
  private var drawing: Task<Void, Never>?

  /// Creates a view, one and a half times as high as it is wide.
  init(_ covers: CoverStore, width: Int) {
    self.covers = covers
    coverWidth = width
    super.init(covers.placeholder(width: width), fit: .contain)
    setSize(width: width, height: width * 3 / 2)
    horizontalAlignment = .start
    verticalAlignment = .start
    addStyle("cover")
    // The window has come to another screen.
    on("notify::scale-factor") { [weak self] _ in
      if let self, let title { show(title) }
    }
  }

  func show(_ title: Title) {
    self.title = title
    let key = CoverStore.Key(title: title.id, width: coverWidth, scale: scaleFactor)
    if shown == key { return }
    if shown?.title != key.title {
      alternativeText = title.name
      texture = covers.placeholder(width: coverWidth)
    }
    shown = key
    drawing?.cancel()
    if let cover = covers.cache[key] {
      texture = cover
      return
    }
    drawing = Task { [weak self, covers] in
      guard let cover = try? await covers.cover(of: title, as: key), let self, shown == key
      else { return }
      texture = cover
    }
  }
}
