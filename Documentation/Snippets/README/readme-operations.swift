// Two actions that need the same login.
import Stagecraft

// snippet.hide
struct Reader: Sendable { var name: String }

struct Session: Sendable {
  func logIn() async throws -> Reader {
    print("The login is shown.")
    return Reader(name: "Ada")
  }
}

struct Shelf: Sendable {
  func add(_ book: String, for reader: Reader) async throws {
    print("\(reader.name) keeps \(book).")
  }
}

struct Reviews: Sendable {
  func add(_ text: String, by reader: Reader) async throws { print("\(reader.name): \(text)") }
}

let (session, shelf, reviews) = (Session(), Shelf(), Reviews())
let (book, text) = ("Emma", "Witty.")

// snippet.show
let manager = OperationManager("reviews")
let login = manager.submit("login") { try await session.logIn() }
manager.submit("favourite", after: login) { reader in try await shelf.add(book, for: reader) }
manager.submit("comment", after: login) { reader in try await reviews.add(text, by: reader) }
// snippet.hide
try await manager.waitUntilIdle()
