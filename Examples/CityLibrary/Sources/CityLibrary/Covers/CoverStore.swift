import LibraryModel
import Stagecraft
import StagecraftGTK

/// The covers that were drawn lately, as many as there is memory for.
@MainActor
final class CoverStore {
  struct Key: Hashable, Sendable {
    var title: Title.ID
    var width: Int
  }

  let cache: PurgeableCache<Key, Texture>
  private var placeholders: [Int: Texture] = [:]

  init(under pressure: PressureMonitor) {
    cache = PurgeableCache(
      "covers", limit: 64 << 20, cost: .computed, under: pressure, size: { $0.byteCount })
  }

  /// Draws a cover off the main thread, once however many places show it.
  func cover(of title: Title, width: Int) async throws -> Texture {
    try await cache.fetchValue(for: Key(title: title.id, width: width)) {
      await Texture.drawn(width: width, height: width * 3 / 2) { canvas in
        canvas.scale(Double(width) / CoverDesign.width)
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
  private var shown: Title.ID?
  private var drawing: Task<Void, Never>?

  /// Creates a view, one and a half times as high as it is wide.
  init(_ covers: CoverStore, width: Int) {
    self.covers = covers
    coverWidth = width
    super.init(covers.placeholder(width: width), fit: .contain)
    setMinimumSize(width: width, height: width * 3 / 2)
    horizontalAlignment = .start
    verticalAlignment = .start
    addStyle("cover")
  }

  func show(_ title: Title) {
    if shown == title.id { return }
    shown = title.id
    alternativeText = title.name
    drawing?.cancel()
    if let cover = covers.cache[CoverStore.Key(title: title.id, width: coverWidth)] {
      texture = cover
      return
    }
    texture = covers.placeholder(width: coverWidth)
    drawing = Task { [weak self, covers, coverWidth] in
      guard let cover = try? await covers.cover(of: title, width: coverWidth), let self,
        shown == title.id
      else { return }
      texture = cover
    }
  }
}
