/// A view of the textbook's: a label, and a picture that makes it heavy.
///
/// A stand-in for a toolkit's view, with memory that is really there.
@MainActor
final class TextbookView {
  var label: String
  /// In which window it is; nil: nobody sees it.
  weak var window: TextbookWindow?

  private let picture: Picture

  init(label: String, bytes: Int) {
    self.label = label
    picture = Picture(bytes: bytes, seed: UInt64(bytes))
  }

  var bytes: Int { picture.bytes }
}

/// Where views are seen.
@MainActor
final class TextbookWindow {
  /// The view that is seen.
  private(set) var content: TextbookView?

  func show(_ view: TextbookView) {
    content?.window = nil
    content = view
    view.window = self
  }
}
