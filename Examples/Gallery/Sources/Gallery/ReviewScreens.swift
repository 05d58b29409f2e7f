import Stagecraft
import StagecraftGTK

/// A review that the user writes, in a sheet over the book.
final class ReviewScreen: LibraryScreen {
  private let book: Book

  init(of book: Book) {
    self.book = book
    super.init()
    title = "A review of “\(book.title)”"
  }

  override func loadView() -> Widget {
    let view = Box(.vertical, spacing: 12)
    view.setMargin(24)
    let entry = Entry(placeholder: "What did you think of it?")
    entry.name = "review"
    view.append(entry)
    let done = Button("Done") { [weak self] in self?.dismiss() }
    done.addStyle("suggested-action")
    view.append(done)
    return view
  }
}

/// The first page of a book, which covers the window.
final class ReaderScreen: LibraryScreen {
  private let book: Book

  init(_ book: Book) {
    self.book = book
    super.init()
    title = book.title
  }

  override func loadView() -> Widget {
    let view = Box(.vertical, spacing: 12)
    view.setMargin(24)
    let chapter = Label("Chapter I", alignment: .center)
    chapter.addStyle("title-1")
    view.append(chapter)
    view.append(Label("\(book.title), by \(book.author)", alignment: .center))
    let close = Button("Close the book") { [weak self] in self?.dismiss() }
    close.addStyle("suggested-action")
    view.append(close)
    return view
  }
}
