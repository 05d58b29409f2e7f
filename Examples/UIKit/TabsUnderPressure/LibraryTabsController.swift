import StagecraftScreens
import StagecraftUIKit
import UIKit

/// Four tabs; the three hidden ones unload their views when memory is short.
///
/// When the reader returns to a tab, it is restored as it was.
///
/// Change the text of each tab, then press “Warn”, or choose Debug > Simulate Memory Warning in the
/// simulator.
final class LibraryTabsController: UITabBarController {
  private var observation: ObservationToken?

  /// - Parameter application: An application without controllers.
  init(in application: ScreenApplication = .shared) {
    super.init(nibName: nil, bundle: nil)
    // The behavior of iOS before version 6. The default keeps views until memory is critically
    // short.
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
  required init?(coder: NSCoder) { fatalError("A storyboard cannot create this controller.") }
}
