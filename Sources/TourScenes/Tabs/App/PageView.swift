internal import StagecraftTestKit

/// A view of the app: a label, and a picture that makes it heavy.
///
/// A stand-in for a toolkit's view, with memory that is really there.
@MainActor
final class PageView: FakeView {
  private let picture: Picture?

  /// - Parameter bytes: how large its picture is; 0: it has none.
  init(bytes: Int = 0) {
    picture = bytes > 0 ? Picture(bytes: bytes, seed: UInt64(bytes)) : nil
    super.init("page")
  }
}

extension FakeView {
  /// What the user reads, from the bottom to the top.
  var visibleTexts: [String] {
    (text.isEmpty ? [] : [text]) + shownSubviews.flatMap(\.visibleTexts)
  }
}
