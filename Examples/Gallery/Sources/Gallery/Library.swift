import Stagecraft
import StagecraftGTK

/// A screen of the gallery.
typealias LibraryScreen = Screen<Widget>

/// A title of which the library has two copies.
struct Book: Identifiable, Hashable, Sendable {
  var id: Int
  var title: String
  var author: String
  var lent = 0

  static let copies = 2
  var isAvailable: Bool { lent < Book.copies }
}

/// A book that is being fetched.
struct Order: Identifiable, Hashable, Sendable {
  var id: Int
  var title: String
  var state: String
}

/// A house of the library.
struct Branch: Hashable, Sendable {
  var name: String
  var latitude: Double
  var longitude: Double
}

/// What all screens share.
@MainActor
final class Library {
  let books = LiveList<Book>(
    Library.titles.enumerated().map { number, book in
      Book(id: number, title: book.0, author: book.1)
    })
  let orders = LiveList<Order>(
    (0..<2_000).map { Order(id: $0, title: Library.titles[$0 % 12].0, state: "ordered") })
  let branches = [
    Branch(name: "Harbour", latitude: 53.54, longitude: 9.98),
    Branch(name: "Market", latitude: 53.55, longitude: 10.0),
    Branch(name: "University", latitude: 53.57, longitude: 9.98),
    Branch(name: "Gardens", latitude: 53.56, longitude: 10.03),
    Branch(name: "Station", latitude: 53.55, longitude: 10.01),
    Branch(name: "Island", latitude: 53.51, longitude: 10.02),
  ]
  let alerts = AlertQueue(presenter: DialogPresenter())

  private static let titles = [
    ("Emma", "Jane Austen"), ("Moby-Dick", "Herman Melville"), ("Middlemarch", "George Eliot"),
    ("Walden", "Henry David Thoreau"), ("Dracula", "Bram Stoker"), ("Ulysses", "James Joyce"),
    ("Effi Briest", "Theodor Fontane"), ("Candide", "Voltaire"), ("The Trial", "Franz Kafka"),
    ("Persuasion", "Jane Austen"), ("Germinal", "Émile Zola"), ("Oblomov", "Ivan Goncharov"),
  ]
}
