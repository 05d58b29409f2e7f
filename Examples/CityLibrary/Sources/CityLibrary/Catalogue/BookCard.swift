import LibraryModel
import StagecraftGTK

/// A cover, and below it what it is and whether it can be had.
final class BookCard: Box {
  private let cover: CoverView
  private let heading = Label()
  private let author = Label()
  private let dot = Box(.horizontal)
  private let stock = Label()

  /// Creates a card with a cover of a width.
  init(_ covers: CoverStore, width: Int) {
    cover = CoverView(covers, width: width)
    super.init(.vertical, spacing: 1)
    addStyle("book")
    heading.addStyle("book-name")
    author.addStyle("book-line")
    stock.addStyle("book-line")
    stock.addStyle("numeric")
    dot.addStyle("book-dot")
    dot.verticalAlignment = .center
    for widget in [cover, heading, author, Box(.horizontal, spacing: 5, [dot, stock])] {
      append(widget)
    }
  }

  func show(_ title: Title) {
    cover.show(title)
    heading.text = title.name
    author.text = title.author
    stock.text = title.stockText
    dot.removeStyle(title.inStock > 0 ? "error" : "success")
    dot.addStyle(title.inStock > 0 ? "success" : "error")
  }
}
