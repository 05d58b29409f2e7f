import StagecraftScreens
import StagecraftUIKit
import UIKit

/// The screen shown when the launch has failed.
final class ErrorScreen: Screen<UIView> {
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
    super.init()
    title = "Closed"
  }

  override func loadView() -> UIView {
    let label = UILabel(frame: .zero)
    label.backgroundColor = .systemBackground
    label.textAlignment = .center
    label.numberOfLines = 0
    label.text = "\(error)"
    return label
  }
}
