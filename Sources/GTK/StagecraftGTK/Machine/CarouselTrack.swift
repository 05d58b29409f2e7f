#if GTK
/// What a carousel's position says about its move.
struct CarouselTrack: Hashable, Sendable {
  /// How far from a page a carousel may be and still count as standing there.
  static let tolerance = 0.01

  /// Where a carousel moves that began at a page.
  enum Heading: Hashable, Sendable {
    /// It is where it began.
    case none
    /// To a neighbour.
    case to(Int)
    /// Past the neighbour that it moved to, and on to the next page, if there is one.
    case past(Int, to: Int?)
  }

  /// Returns where a carousel moves.
  ///
  /// - Parameters:
  ///   - position: The position of the carousel, in pages.
  ///   - origin: The page at which the move began.
  ///   - count: The number of pages.
  /// - Returns: Where it moves.
  static func heading(_ position: Double, from origin: Int, count: Int) -> Heading {
    let distance = position - Double(origin)
    guard abs(distance) > tolerance else { return .none }
    let step = distance > 0 ? 1 : -1
    guard (0..<count).contains(origin + step) else { return .none }
    guard abs(distance) > 1 + tolerance else { return .to(origin + step) }
    let next = origin + 2 * step
    return .past(origin + step, to: (0..<count).contains(next) ? next : nil)
  }

  /// Returns the page at which a carousel stands; nil if it is between two.
  static func page(at position: Double) -> Int? {
    let page = position.rounded()
    return abs(position - page) <= tolerance ? Int(page) : nil
  }
}
#endif
