import TestSupport

@testable import StagecraftLists

/// An id; some conforming types have many collisions.
protocol BookID: Hashable, Sendable {
  init(_ number: Int)
}

extension Int: BookID {}

/// An id with one of three hash values.
struct CollidingID: BookID, CustomStringConvertible {
  let number: Int

  init(_ number: Int) { self.number = number }

  var description: String { "#\(number)" }

  func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
}

/// An id that is equal in its hash to four of a hundred others.
struct SometimesCollidingID: BookID, CustomStringConvertible {
  let number: Int

  init(_ number: Int) { self.number = number }

  var description: String { "#\(number)" }

  func hash(into hasher: inout Hasher) { hasher.combine(number % 100 < 4 ? -1 : number) }
}

/// A row of a list, with an object whose lifetime is tracked.
struct Book<ID: BookID>: Identifiable, Equatable, Sendable, CustomStringConvertible {
  let id: ID
  var edition: Int
  var object: Tracked?

  var description: String { "\(id).\(edition)" }

  static func == (one: Book, other: Book) -> Bool {
    one.id == other.id && one.edition == other.edition && one.object === other.object
  }
}

/// A version of a list, with its expected content.
final class KeptVersion<ID: BookID>: Sendable {
  let tree: ListTree<Book<ID>>
  let books: [Book<ID>]

  init(tree: consuming ListTree<Book<ID>>, books: [Book<ID>]) {
    self.tree = tree
    self.books = books
  }
}

/// A tree, and an array with the same edits.
struct ListTreeModel<ID: BookID>: ~Copyable {
  var tree: ListTree<Book<ID>>
  var books: [Book<ID>]
  var version: UInt64 = 1
  var nextID: Int
  let tracker: LifetimeTracker?

  init(shape: TreeShape, count: Int = 0, tracker: LifetimeTracker? = nil) {
    self.tracker = tracker
    books = (0..<count).map { Book(id: ID($0), edition: 0, object: tracker?.make()) }
    nextID = count
    var duplicates: [Book<ID>] = []
    tree = ListTree(shape: shape, books, version: 0, duplicates: &duplicates)
    precondition(duplicates.isEmpty)
  }

  mutating func insert(at position: Int) {
    let book = Book(id: ID(nextID), edition: 0, object: tracker?.make())
    nextID += 1
    books.insert(book, at: position)
    tree.insert(book, at: position, version: version)
  }

  mutating func insert(_ book: Book<ID>, at position: Int) {
    books.insert(book, at: position)
    tree.insert(book, at: position, version: version)
  }

  @discardableResult
  mutating func remove(at position: Int) -> Book<ID> {
    let expected = books.remove(at: position)
    let book = tree.remove(at: position)
    precondition(book == expected, "another element came out")
    return book
  }

  mutating func move(from source: Int, to target: Int) {
    books.insert(books.remove(at: source), at: target)
    tree.move(from: source, to: target, version: version)
  }

  mutating func replace(at position: Int) {
    let old = books[position]
    let book = Book(id: old.id, edition: old.edition + 1, object: tracker?.make())
    books[position] = book
    let replaced = tree.replace(at: position, with: book, version: version)
    precondition(replaced == old, "another element came out")
  }

  /// Returns a copy of the list, and begins a new version for the next edits.
  mutating func keep() -> KeptVersion<ID> {
    let kept = KeptVersion(tree: tree.copy(), books: books)
    version += 1
    return kept
  }

  /// Makes a random edit; `growth` of ten edits insert, and runs of insertions are at `hot`.
  mutating func edit(growth: Int, run: inout Int, using generator: inout SeededGenerator) {
    let kind = Int.random(in: 0..<14, using: &generator)
    if books.isEmpty || kind < growth {
      if generator.oneIn(8) { run = Int.random(in: 0...books.count, using: &generator) }
      let anywhere = Int.random(in: 0...books.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: insert(at: anywhere)
      case 1: insert(at: books.count)
      case 2: insert(at: 0)
      case 3:
        run = min(run, books.count)
        insert(at: run)
      default:
        insert(at: min(run, books.count))
        run += 1
      }
    } else if kind < 10 {
      let position = Int.random(in: 0..<books.count, using: &generator)
      let book = remove(at: position)
      if generator.oneIn(4) {
        insert(book, at: Int.random(in: 0...books.count, using: &generator))
      }
    } else if kind < 12 {
      replace(at: Int.random(in: 0..<books.count, using: &generator))
    } else {
      let source = Int.random(in: 0..<books.count, using: &generator)
      let target = Int.random(in: 0..<books.count, using: &generator)
      move(from: source, to: target)
      if generator.oneIn(4) { move(from: target, to: source) }
    }
  }
}
