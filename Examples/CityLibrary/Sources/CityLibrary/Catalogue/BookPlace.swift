import LibraryModel

/// A place for the card of a title.
final class BookPlace: LatePlace {
  private let covers: CoverStore
  private let cardWidth: Int
  private var card: BookCard?
  private var title: Title?

  init(_ covers: CoverStore, width: Int) {
    self.covers = covers
    cardWidth = width
    super.init("book-\(width)", width: width, height: width * 3 / 2 + 60)
  }

  func show(_ title: Title) {
    setAccessibleLabel("\(title.name), \(title.author), \(title.stockText)")
    let isNew = self.title == nil
    self.title = title
    card?.show(title)
    if isNew { fillSoon() }
  }

  override func fill() {
    guard let title else { return }
    let card = BookCard(covers, width: cardWidth)
    // First, because only then the scale of its screen is known.
    content = card
    card.show(title)
    self.card = card
  }
}
