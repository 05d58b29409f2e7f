#if GTK
struct CarouselTrack: Hashable, Sendable {
  /// At this distance from a page, a carousel counts as standing there.
  static let tolerance = 0.01

  enum Heading: Hashable, Sendable {
    case none
    case to(Int)
    /// The carousel moves on to the next page, if there is one.
    case past(Int, to: Int?)
  }

  /// Positions are counted in pages.
  static func heading(_ position: Double, from origin: Int, count: Int) -> Heading {
    let distance = position - Double(origin)
    guard abs(distance) > tolerance else { return .none }
    let step = distance > 0 ? 1 : -1
    guard (0..<count).contains(origin + step) else { return .none }
    guard abs(distance) > 1 + tolerance else { return .to(origin + step) }
    let next = origin + 2 * step
    return .past(origin + step, to: (0..<count).contains(next) ? next : nil)
  }

  /// Nil between two pages.
  static func page(at position: Double) -> Int? {
    let page = position.rounded()
    return abs(position - page) <= tolerance ? Int(page) : nil
  }
}
#endif
