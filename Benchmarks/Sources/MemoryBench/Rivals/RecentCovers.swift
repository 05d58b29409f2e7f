internal import Synchronization

/// A typical hand-written cache: a dictionary and a doubly linked list behind a `Mutex`, with
/// eviction of the least recently used entry.
final class RecentCovers: CoverCache {
  private final class Node {
    let book: Int
    var cover: Cover
    var newer: Node?
    unowned(unsafe) var older: Node?

    init(_ book: Int, _ cover: Cover) {
      self.book = book
      self.cover = cover
    }
  }

  private struct Shelf: ~Copyable {
    var nodes: [Int: Node] = [:]
    /// Each node retains the next newer one, and this reference retains the oldest.
    var oldest: Node?
    var newest: Node?
    var bytes = 0

    mutating func append(_ node: Node) {
      node.newer = nil
      node.older = newest
      if let newest { newest.newer = node } else { oldest = node }
      newest = node
    }

    mutating func unlink(_ node: Node) {
      if let newer = node.newer { newer.older = node.older } else { newest = node.older }
      if let older = node.older { older.newer = node.newer } else { oldest = node.newer }
    }

    deinit {
      // One by one: releasing a long chain recursively would overflow the stack.
      var node = oldest
      while let current = node {
        node = current.newer
        current.newer = nil
      }
    }
  }

  private let limit: Int
  private let shelf = Mutex(Shelf())

  init(limit: Int) { self.limit = limit }

  func cover(of book: Int) -> Cover? {
    shelf.withLock { shelf in
      guard let node = shelf.nodes[book] else { return nil }
      if shelf.newest !== node {
        shelf.unlink(node)
        shelf.append(node)
      }
      return node.cover
    }
  }

  func keep(_ cover: Cover, of book: Int) {
    shelf.withLock { shelf in
      if let node = shelf.nodes[book] {
        shelf.bytes += cover.bytes - node.cover.bytes
        node.cover = cover
        shelf.unlink(node)
        shelf.append(node)
      } else {
        let node = Node(book, cover)
        shelf.nodes[book] = node
        shelf.append(node)
        shelf.bytes += cover.bytes
      }
      while shelf.bytes > limit, let oldest = shelf.oldest {
        shelf.unlink(oldest)
        shelf.nodes[oldest.book] = nil
        shelf.bytes -= oldest.cover.bytes
      }
    }
  }

  func cover(of book: Int, make: () -> Cover) throws -> Cover {
    if let cover = cover(of: book) { return cover }
    let cover = make()
    keep(cover, of: book)
    return cover
  }
}
