import MapKit
import StagecraftMemory
import StagecraftPools
import StagecraftScreens
import StagecraftUIKit
import UIKit

/// All branches, one page each, with a pool that keeps up to two idle maps besides those that pages
/// have borrowed.
final class BranchPagesController: UIPageViewController, UIPageViewControllerDataSource {
  private let branches: [Branch]
  private let maps = LocalPool(
    maximumIdle: 2, hooks: .views { map in map.removeAnnotations(map.annotations) }
  ) { MKMapView(frame: .zero) }

  init(_ branches: [Branch] = Branch.all) {
    self.branches = branches
    super.init(transitionStyle: .scroll, navigationOrientation: .horizontal, options: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("A storyboard cannot create this controller.") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    dataSource = self
    maps.registerForPressure(
      with: .shared, as: "branch maps", cost: .fetched, bytesPerElement: 24 << 20)
    if let first = page(0) { setViewControllers([first], direction: .forward, animated: false) }
  }

  func pageViewController(
    _ pageViewController: UIPageViewController,
    viewControllerBefore viewController: UIViewController
  ) -> UIViewController? { number(of: viewController).flatMap { page($0 - 1) } }

  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController? { number(of: viewController).flatMap { page($0 + 1) } }

  private func page(_ number: Int) -> UIViewController? {
    guard branches.indices.contains(number) else { return nil }
    return ScreenController(BranchPage(branches[number], maps: maps))
  }

  private func number(of controller: UIViewController) -> Int? {
    guard let page = (controller as? ScreenController)?.screen as? BranchPage else { return nil }
    return branches.firstIndex { $0.id == page.branch.id }
  }
}
