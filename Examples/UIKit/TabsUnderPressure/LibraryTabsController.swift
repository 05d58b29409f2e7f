import StagecraftScreens
import StagecraftUIKit
import UIKit

/// Four tabs, of which the three that nobody sees give back their views when memory is short.
///
/// When the reader comes back to one, it is as it was.
///
/// Change the text of each tab, then press “Warn”, or choose Simulate Memory Warning in the
/// simulator's menu Debug.
final class LibraryTabsController: UITabBarController {
  private var observation: ScreenObservation?

  /// - Parameter application: one without a controller yet.
  init(in application: ScreenApplication = .shared) {
    super.init(nibName: nil, bundle: nil)
    // As iOS did before its version 6. The default keeps views until memory is critically short.
    application.followUIKit(.classic)
    observation = application.observe { event in print(event.name, event.kind) }
    let names = ["Books", "Orders", "Branches", "Me"]
    viewControllers = names.enumerated().map { number, name in
      let controller = ScreenController(NoteScreen(name, in: application))
      controller.tabBarItem = UITabBarItem(title: name, image: nil, tag: number)
      return controller
    }
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("It is not made by a storyboard.") }
}
