/// What stands in a ``PagedTable``.
protocol PagedElement: Sendable {
  init()
  /// While its place is vacant: the next vacant place of its page, or -1.
  var nextVacant: Int32 { get set }
}

/// A page that is not used any more.
struct PageGarbage: @unchecked Sendable {
  // guard: nothing else has the page.
  let free: () -> Void
}

/// A table whose elements keep their places, in pages of a fixed size.
///
/// To grow moves no element, and a page that has become vacant is freed. So no single call takes
/// long, however large the table is, and after a burst it is small again.
struct PagedTable<Element: PagedElement>: @unchecked Sendable {
  // guard: a value like an array; `storage` is copied before it is changed if another value has it.

  /// How many elements a page has, as a power of two.
  static var pageBits: Int32 { 7 }
  /// How many vacant pages are kept for the next burst.
  static var mostVacantPages: Int { 4 }

  private struct Page {
    var elements: UnsafeMutablePointer<Element>?
    /// How many places are taken, and how many have been; the others have no value yet.
    var used: Int32 = 0
    var made: Int32 = 0
    var firstVacant: Int32 = -1
    /// Its neighbours among the pages with vacant places; of a freed page, the next freed one.
    var next: Int32 = -1
    var previous: Int32 = -1
  }

  private final class Storage {
    var pages: UnsafeMutablePointer<Page>
    var capacity: Int
    var count: Int
    var garbage: [PageGarbage] = []

    init(capacity: Int, count: Int) {
      self.capacity = capacity
      self.count = count
      pages = .allocate(capacity: capacity)
      pages.initialize(repeating: Page(), count: capacity)
    }

    deinit {
      for page in 0..<count { PagedTable.garbage(of: pages[page])?.free() }
      for page in garbage { page.free() }
      pages.deallocate()
    }
  }

  private var storage = Storage(capacity: 8, count: 0)
  /// The pages of `storage`, to be found without it.
  private var pages: UnsafeMutablePointer<Page>
  private var pageCount: Int32 = 0
  /// The first page with a vacant place, and the first that was freed.
  private var firstOpen: Int32 = -1
  private var firstFreed: Int32 = -1
  private var vacantPages = 0
  private var livePages = 0
  /// How many elements there are.
  private(set) var used = 0

  init() { pages = storage.pages }

  private static var pageSize: Int32 { 1 << pageBits }

  private static func garbage(of page: Page) -> PageGarbage? {
    page.elements.map { elements in
      PageGarbage {
        elements.deinitialize(count: Int(page.made))
        elements.deallocate()
      }
    }
  }

  /// Pages that are not used any more, and not freed: to free much may take long.
  private(set) var hasGarbage = false

  /// Takes out the pages that are to be freed.
  mutating func takeGarbage() -> [PageGarbage] {
    hasGarbage = false
    defer { storage.garbage = [] }
    return storage.garbage
  }

  /// How many places there is memory for.
  var count: Int { livePages << Int(Self.pageBits) }

  /// Whether a place has a value, perhaps one that was left there.
  func contains(_ place: Int32) -> Bool {
    let page = place >> Self.pageBits
    guard page >= 0, page < pageCount else { return false }
    return place & (Self.pageSize - 1) < pages[Int(page)].made
  }

  /// All places that have a value.
  var indices: [Int32] {
    (0..<(pageCount << Self.pageBits)).filter(contains)
  }

  subscript(_ place: Int32) -> Element {
    @inline(__always)
    _read {
      yield pages[Int(place >> Self.pageBits)].elements.unsafelyUnwrapped[
        Int(place & (Self.pageSize - 1))]
    }
    @inline(__always)
    _modify {
      if !isKnownUniquelyReferenced(&storage) { copyStorage() }
      yield &pages[Int(place >> Self.pageBits)].elements.unsafelyUnwrapped[
        Int(place & (Self.pageSize - 1))]
    }
  }

  /// Takes a vacant place; what stands in it is what was left there, or new.
  mutating func make() -> Int32 {
    if !isKnownUniquelyReferenced(&storage) { copyStorage() }
    if firstOpen < 0 { addPage() }
    let number = firstOpen
    let page = pages + Int(number)
    let elements = page.pointee.elements.unsafelyUnwrapped
    if page.pointee.used == 0 { vacantPages -= 1 }
    page.pointee.used += 1
    used += 1
    if page.pointee.used == Self.pageSize { close(number) }
    let place = page.pointee.firstVacant
    guard place < 0 else {
      page.pointee.firstVacant = elements[Int(place & (Self.pageSize - 1))].nextVacant
      return place
    }
    let made = page.pointee.made
    page.pointee.made += 1
    (elements + Int(made)).initialize(to: Element())
    return number << Self.pageBits | made
  }

  /// Gives a place back.
  mutating func remove(_ place: Int32) {
    if !isKnownUniquelyReferenced(&storage) { copyStorage() }
    let number = place >> Self.pageBits
    let page = pages + Int(number)
    let wasFull = page.pointee.used == Self.pageSize
    page.pointee.elements.unsafelyUnwrapped[Int(place & (Self.pageSize - 1))].nextVacant =
      page.pointee.firstVacant
    page.pointee.firstVacant = place
    page.pointee.used -= 1
    used -= 1
    if wasFull { open(number) }
    guard page.pointee.used == 0 else { return }
    vacantPages += 1
    if vacantPages > Self.mostVacantPages { freePage(number) }
  }

  // MARK: Pages

  private mutating func open(_ number: Int32) {
    pages[Int(number)].previous = -1
    pages[Int(number)].next = firstOpen
    if firstOpen >= 0 { pages[Int(firstOpen)].previous = number }
    firstOpen = number
  }

  private mutating func close(_ number: Int32) {
    let (next, previous) = (pages[Int(number)].next, pages[Int(number)].previous)
    if previous >= 0 { pages[Int(previous)].next = next } else { firstOpen = next }
    if next >= 0 { pages[Int(next)].previous = previous }
  }

  private mutating func addPage() {
    let number: Int32
    if firstFreed >= 0 {
      number = firstFreed
      firstFreed = pages[Int(number)].next
    } else {
      if Int(pageCount) == storage.capacity { replaceStorage(capacity: 2 * storage.capacity) }
      number = pageCount
      pageCount += 1
      storage.count = Int(pageCount)
    }
    let elements = UnsafeMutablePointer<Element>.allocate(capacity: Int(Self.pageSize))
    pages[Int(number)] = Page(elements: elements)
    livePages += 1
    vacantPages += 1
    open(number)
  }

  private mutating func freePage(_ number: Int32) {
    close(number)
    if let garbage = Self.garbage(of: pages[Int(number)]) { storage.garbage.append(garbage) }
    hasGarbage = true
    pages[Int(number)] = Page(elements: nil, next: firstFreed)
    firstFreed = number
    livePages -= 1
    vacantPages -= 1
  }

  /// Moves the pages, but none of their elements, to a larger list.
  private mutating func replaceStorage(capacity: Int) {
    let larger = Storage(capacity: capacity, count: storage.count)
    swap(&larger.garbage, &storage.garbage)
    for page in 0..<storage.count { larger.pages[page] = storage.pages[page] }
    storage.count = 0
    storage = larger
    pages = larger.pages
  }

  /// Another value has the same pages: this one gets its own.
  @inline(never)
  private mutating func copyStorage() {
    let copy = Storage(capacity: storage.capacity, count: storage.count)
    for page in 0..<storage.count {
      copy.pages[page] = storage.pages[page]
      guard let elements = storage.pages[page].elements else { continue }
      let copied = UnsafeMutablePointer<Element>.allocate(capacity: Int(Self.pageSize))
      copied.initialize(from: elements, count: Int(storage.pages[page].made))
      copy.pages[page].elements = copied
    }
    storage = copy
    pages = copy.pages
  }
}
