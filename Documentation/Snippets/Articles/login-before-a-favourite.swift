// The login gate of textbooks: a flag that every action checks.
// snippet.hide
struct Book { var title: String }

@MainActor final class Session {
  var isLoggedIn = false
  func presentLogin(_ completion: (Bool) -> Void) {
    isLoggedIn = true
    completion(true)
  }
}

@MainActor final class Shelf { func add(_ book: Book) { print(book.title) } }
@MainActor final class Reviews { func add(_ text: String) { print(text) } }

let session = Session()
let shelf = Shelf()
let reviews = Reviews()

// snippet.show
@MainActor
final class BookPage {
  func favourite(_ book: Book) {
    guard session.isLoggedIn else {
      session.presentLogin { success in
        if success { self.favourite(book) }
      }
      return
    }
    shelf.add(book)
  }

  func comment(_ text: String) {
    guard session.isLoggedIn else {
      session.presentLogin { success in
        if success { self.comment(text) }
      }
      return
    }
    reviews.add(text)
  }
}
// snippet.hide

BookPage().favourite(Book(title: "Emma"))
BookPage().comment("Witty.")
