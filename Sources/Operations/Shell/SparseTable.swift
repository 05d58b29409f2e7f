/// A table for values that belong to the slots of a ``PagedTable``; it frees empty pages.
struct SparseTable<Element>: ~Copyable {
  private struct Page {
    var elements: UnsafeMutablePointer<Element?>?
    var used = 0
  }

  /// Small enough for glibc to allocate a page from its small blocks, without consolidating them.
  private static var pageBits: Int { 5 }
  private static var pageSize: Int { 1 << pageBits }
  /// The number of empty pages that are kept for the next burst.
  private static var mostEmptyPages: Int { 4 }

  private var pages: UnsafeMutablePointer<Page>
  private var capacity = 8
  /// Unused pages that are not freed yet, because freeing many may take long.
  private(set) var garbage: [PageGarbage] = []

  init() {
    pages = .allocate(capacity: capacity)
    pages.initialize(repeating: Page(), count: capacity)
  }

  deinit {
    for page in 0..<capacity { Self.free(pages[page].elements) }
    for page in garbage { page.free() }
    pages.deallocate()
  }

  private static func free(_ elements: UnsafeMutablePointer<Element?>?) {
    elements?.deinitialize(count: pageSize)
    elements?.deallocate()
  }

  private(set) var hasGarbage = false
  private var emptyPages = 0

  mutating func takeGarbage() -> [PageGarbage] {
    hasGarbage = false
    defer { garbage = [] }
    return garbage
  }

  /// The number of slots that have memory.
  var count: Int {
    (0..<capacity).count { pages[$0].elements != nil } << Self.pageBits
  }

  subscript(_ position: Int32) -> Element? {
    get {
      let page = Int(position) >> Self.pageBits
      guard page < capacity, let elements = pages[page].elements else { return nil }
      return elements[Int(position) & (Self.pageSize - 1)]
    }
    set {
      let (page, position) = (Int(position) >> Self.pageBits, Int(position) & (Self.pageSize - 1))
      guard let newValue else { return remove(page, position) }
      if page >= capacity { grow(toHold: page) }
      let elements = pages[page].elements ?? makePage(page)
      if elements[position] == nil {
        if pages[page].used == 0 { emptyPages -= 1 }
        pages[page].used += 1
      }
      elements[position] = newValue
    }
  }

  private mutating func makePage(_ page: Int) -> UnsafeMutablePointer<Element?> {
    let elements = UnsafeMutablePointer<Element?>.allocate(capacity: Self.pageSize)
    elements.initialize(repeating: nil, count: Self.pageSize)
    pages[page].elements = elements
    emptyPages += 1
    return elements
  }

  private mutating func remove(_ page: Int, _ position: Int) {
    guard page < capacity, let elements = pages[page].elements, elements[position] != nil else {
      return
    }
    elements[position] = nil
    pages[page].used -= 1
    guard pages[page].used == 0 else { return }
    emptyPages += 1
    // Some are kept: usually there are few operations, which are created and released constantly.
    guard emptyPages > Self.mostEmptyPages else { return }
    emptyPages -= 1
    hasGarbage = true
    garbage.append(PageGarbage { Self.free(elements) })
    pages[page].elements = nil
  }

  private mutating func grow(toHold page: Int) {
    let larger = max(2 * capacity, page + 1)
    let moved = UnsafeMutablePointer<Page>.allocate(capacity: larger)
    moved.moveInitialize(from: pages, count: capacity)
    (moved + capacity).initialize(repeating: Page(), count: larger - capacity)
    pages.deallocate()
    pages = moved
    capacity = larger
  }
}
