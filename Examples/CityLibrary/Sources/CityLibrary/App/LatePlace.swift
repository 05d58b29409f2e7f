import StagecraftGTK

/// A place in a list, whose content is made in one of the frames that follow.
///
/// GTK creates the places of thirty lines of a grid, and some two hundred of a list, in one turn;
/// few of them are seen. No frame waits for all of their contents.
class LatePlace: Bin {
  /// What has the frames: a place that was removed, or is hidden, has none.
  static var window: Widget?
  private static var empty: [LatePlace] = []
  private static var filling: Task<Void, Never>?
  /// That of a content that is shown, by its kind.
  private static var heights: [String: Int] = [:]

  private let kind: String

  /// Creates a place that is as high as others of its kind, or has a height.
  init(_ kind: String, width: Int = -1, height: Int) {
    self.kind = kind
    super.init()
    setMinimumSize(width: width, height: Self.heights[kind] ?? height)
  }

  /// Makes the content, in a later frame.
  func fill() {}

  final func fillSoon() {
    Self.empty.append(self)
    Self.filling =
      Self.filling
      ?? Task {
        while let first = Self.empty.first {
          let some = Self.empty.prefix(8)
          Self.empty.removeFirst(some.count)
          for place in some { place.fill() }
          try? await Self.window?.nextFrames()
          if first.height > 0 { Self.heights[first.kind] = first.height }
        }
        Self.filling = nil
      }
  }
}
