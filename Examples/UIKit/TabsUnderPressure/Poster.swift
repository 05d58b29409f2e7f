import UIKit

/// A large object that can be recreated.
@MainActor
final class Poster {
  let view: UILabel
  private let pixels: [UInt8]

  init(of tab: String) {
    pixels = Array(repeating: 0, count: 8 << 20)
    view = UILabel(frame: .zero)
    view.text = "The poster of \(tab), \(pixels.count >> 20) MiB"
    view.textColor = .secondaryLabel
  }
}
