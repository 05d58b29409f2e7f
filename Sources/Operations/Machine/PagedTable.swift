protocol PagedElement: Sendable {
  init()
  /// While the slot is unused: the next unused slot of its page, or -1.
  var nextVacant: Int32 { get set }
}

struct PageGarbage: @unchecked Sendable {  // guard: the only reference to the page
  let free: () -> Void
}

/// A table in pages of a fixed size: growing moves no element, and empty pages are freed.
///
/// So no single call takes long, however large the table is: an array that grows to a million
/// records takes 42 ms in one `append`, under the lock, and a table 0.2 ms in any. It is not
/// copyable: the check for a shared copy in each access took a tenth of the time of an operation.
struct PagedTable<Element: PagedElement>: ~Copyable, @unchecked Sendable {  // guard: one owner
  static var pageBits: Int32 { 7 }
  /// The number of empty pages that are kept for the next burst.
  static var mostVacantPages: Int { 4 }

  private struct Page {
    var elements: UnsafeMutablePointer<Element>?
    /// The number of used slots, and of initialized ones.
    var used: Int32 = 0
    var made: Int32 = 0
    var firstVacant: Int32 = -1
    /// The neighbours in the list of pages with unused slots; for a freed page, the next freed one.
    var next: Int32 = -1
    var previous: Int32 = -1
  }

  private var pages: UnsafeMutablePointer<Page>
  private var capacity = 8
  /// Pages that were empty when enough others were; some may be in use again.
  private var surplus: [Int32] = []
  private var pageCount: Int32 = 0
  private var firstOpen: Int32 = -1
  private var firstFreed: Int32 = -1
  private var vacantPages = 0
  private var livePages = 0
  private(set) var used = 0

  init() {
    pages = .allocate(capacity: capacity)
    pages.initialize(repeating: Page(), count: capacity)
  }

  deinit {
    for page in 0..<Int(pageCount) { Self.garbage(of: pages[page])?.free() }
    pages.deallocate()
  }

  private static var pageSize: Int32 { 1 << pageBits }

  private static func garbage(of page: Page) -> PageGarbage? {
    page.elements.map { elements in
      PageGarbage {
        elements.deinitialize(count: Int(page.made))
        elements.deallocate()
      }
    }
  }

  /// Whether there may be empty pages to free.
  private(set) var hasGarbage = false

  /// Removes empty pages; freeing many may take long, so the caller does it without its lock.
  ///
  /// Until then, the last content of a removed element can be read.
  mutating func takeGarbage() -> [PageGarbage] {
    var garbage: [PageGarbage] = []
    for number in surplus where vacantPages > Self.mostVacantPages {
      guard pages[Int(number)].used == 0, let page = removePage(number) else { continue }
      garbage.append(page)
    }
    surplus.removeAll(keepingCapacity: surplus.count <= Self.mostVacantPages)
    hasGarbage = false
    return garbage
  }

  /// The number of slots that have memory.
  var count: Int { livePages << Int(Self.pageBits) }

  /// All slots are below it.
  var bound: Int { Int(pageCount) << Int(Self.pageBits) }

  /// Whether a slot is initialized; it may be unused.
  func contains(_ position: Int32) -> Bool {
    let page = position >> Self.pageBits
    guard page >= 0, page < pageCount else { return false }
    return position & (Self.pageSize - 1) < pages[Int(page)].made
  }

  var indices: [Int32] {
    (0..<(pageCount << Self.pageBits)).filter { contains($0) }
  }

  subscript(_ position: Int32) -> Element {
    @inline(__always)
    _read { yield address(position).pointee }
    @inline(__always)
    _modify { yield &address(position).pointee }
  }

  /// The address of an element, valid until it is removed.
  @inline(__always)
  func address(_ position: Int32) -> UnsafeMutablePointer<Element> {
    pages[Int(position >> Self.pageBits)].elements.unsafelyUnwrapped
      + Int(position & (Self.pageSize - 1))
  }

  /// Takes an unused slot; its element is the one left there, or a new one.
  mutating func make() -> Int32 {
    if firstOpen < 0 { addPage() }
    let number = firstOpen
    let page = pages + Int(number)
    let elements = page.pointee.elements.unsafelyUnwrapped
    if page.pointee.used == 0 { vacantPages -= 1 }
    page.pointee.used += 1
    used += 1
    if page.pointee.used == Self.pageSize { close(number) }
    let position = page.pointee.firstVacant
    guard position < 0 else {
      page.pointee.firstVacant = elements[Int(position & (Self.pageSize - 1))].nextVacant
      return position
    }
    let made = page.pointee.made
    page.pointee.made += 1
    (elements + Int(made)).initialize(to: Element())
    return number << Self.pageBits | made
  }

  mutating func remove(_ position: Int32) {
    let number = position >> Self.pageBits
    let page = pages + Int(number)
    let wasFull = page.pointee.used == Self.pageSize
    page.pointee.elements.unsafelyUnwrapped[Int(position & (Self.pageSize - 1))].nextVacant =
      page.pointee.firstVacant
    page.pointee.firstVacant = position
    page.pointee.used -= 1
    used -= 1
    if wasFull { open(number) }
    guard page.pointee.used == 0 else { return }
    vacantPages += 1
    guard vacantPages > Self.mostVacantPages else { return }
    surplus.append(number)
    hasGarbage = true
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
      if Int(pageCount) == capacity { grow() }
      number = pageCount
      pageCount += 1
    }
    let elements = UnsafeMutablePointer<Element>.allocate(capacity: Int(Self.pageSize))
    pages[Int(number)] = Page(elements: elements)
    livePages += 1
    vacantPages += 1
    open(number)
  }

  private mutating func removePage(_ number: Int32) -> PageGarbage? {
    guard let garbage = Self.garbage(of: pages[Int(number)]) else { return nil }
    close(number)
    pages[Int(number)] = Page(elements: nil, next: firstFreed)
    firstFreed = number
    livePages -= 1
    vacantPages -= 1
    return garbage
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Page>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: pages, count: capacity)
    (larger + capacity).initialize(repeating: Page(), count: capacity)
    pages.deallocate()
    pages = larger
    capacity *= 2
  }
}
