/// A FIFO queue in a ring buffer.
///
/// The buffer grows to the largest number of elements that were queued at the same time.
@frozen
@usableFromInline
package struct Deque<Element> {
  /// The buffer, whose size is zero or a power of two; free places are `nil`.
  @usableFromInline var places: [Element?] = []
  @usableFromInline var head = 0
  @usableFromInline var filled = 0

  @inlinable
  package init() {}

  @inlinable package var count: Int { filled }
  @inlinable package var isEmpty: Bool { filled == 0 }

  @inlinable package var first: Element? { filled == 0 ? nil : places[head] }

  @inlinable
  package mutating func append(_ element: Element) {
    if filled == places.count { grow() }
    places[(head &+ filled) & (places.count &- 1)] = element
    filled &+= 1
  }

  @inlinable
  package mutating func prepend(_ element: Element) {
    if filled == places.count { grow() }
    head = (head &- 1) & (places.count &- 1)
    places[head] = element
    filled &+= 1
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard filled > 0 else { return nil }
    let element = places[head]
    places[head] = nil
    head = (head &+ 1) & (places.count &- 1)
    filled &-= 1
    return element
  }

  @inlinable
  @inline(never)
  mutating func grow() {
    var larger: [Element?] = []
    larger.reserveCapacity(Swift.max(2 * places.count, 8))
    larger.append(contentsOf: places[head...])
    larger.append(contentsOf: places[..<head])
    larger.append(contentsOf: repeatElement(nil, count: Swift.max(places.count, 8)))
    places = larger
    head = 0
  }
}

extension Deque: Sendable where Element: Sendable {}
