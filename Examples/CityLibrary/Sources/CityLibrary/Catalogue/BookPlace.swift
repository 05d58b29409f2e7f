import LibraryModel
import StagecraftGTK

/// A place for the card of a title.
///
/// GTK creates the places of thirty lines in one turn, of which few are seen: their cards are made
/// in the frames that follow, so that no frame waits for all of them.
final class BookPlace: Bin {
  private static var empty: [BookPlace] = []
  private static var filling: Task<Void, Never>?
  /// That of a card that is shown, by its width.
  private static var heights: [Int: Int] = [:]

  private let covers: CoverStore
  private let cardWidth: Int
  private var card: BookCard?
  private var title: Title?

  init(_ covers: CoverStore, width: Int) {
    self.covers = covers
    cardWidth = width
    super.init()
    setMinimumSize(width: width, height: Self.heights[width] ?? width * 3 / 2 + 60)
  }

  func show(_ title: Title) {
    setAccessibleLabel("\(title.name), \(title.author), \(title.stockText)")
    let isNew = self.title == nil
    self.title = title
    card?.show(title)
    if isNew { Self.fillSoon(self) }
  }

  private func fill() {
    guard let title else { return }
    let card = BookCard(covers, width: cardWidth)
    card.show(title)
    content = card
    self.card = card
  }

  private static func fillSoon(_ place: BookPlace) {
    empty.append(place)
    filling =
      filling
      ?? Task {
        while let first = empty.first {
          let some = empty.prefix(24)
          empty.removeFirst(some.count)
          for place in some { place.fill() }
          // An error says that they are gone.
          try? await first.nextFrames()
          if first.height > 0 { heights[first.cardWidth] = first.height }
        }
        filling = nil
      }
  }
}
