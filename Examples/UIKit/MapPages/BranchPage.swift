import MapKit
import StagecraftPools
import StagecraftScreens
import StagecraftUIKit
import UIKit

/// A branch with its map, which is borrowed from a pool.
///
/// The page borrows a map only when it is about to appear, because a page controller creates more
/// pages than the reader sees. The map is returned when the page is deinitialized, on any thread.
final class BranchPage: Screen<UIView> {
  let branch: Branch

  private let maps: LocalPool<MKMapView>
  private var map: LocalOwnedLease<MKMapView>?
  @ViewBound private var label: UILabel

  init(_ branch: Branch, maps: LocalPool<MKMapView>) {
    self.branch = branch
    self.maps = maps
    super.init()
    title = branch.name
  }

  override func loadView() -> UIView {
    let page = UIView(frame: .zero)
    page.backgroundColor = .secondarySystemBackground
    label = UILabel(frame: .zero)
    label.translatesAutoresizingMaskIntoConstraints = false
    page.addSubview(label)
    NSLayoutConstraint.activate([
      label.centerXAnchor.constraint(equalTo: page.centerXAnchor),
      label.topAnchor.constraint(equalTo: page.safeAreaLayoutGuide.topAnchor, constant: 16),
    ])
    return page
  }

  override func viewDidLoad() {
    label.text = branch.name
    label.font = .preferredFont(forTextStyle: .title1)
  }

  override func viewWillAppear(_ context: TransitionContext) {
    guard map == nil else { return }
    let lease = maps.ownedLease(preferring: branch.id)
    let map = lease.element
    if !lease.isPreferred {
      // The map is new, or showed another branch. Otherwise it is as this page left it.
      map.setRegion(branch.region, animated: false)
      let pin = MKPointAnnotation()
      pin.coordinate = branch.place
      pin.title = branch.name
      map.addAnnotation(pin)
    }
    map.frame = view.bounds
    map.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.insertSubview(map, at: 0)
    self.map = lease
  }

  override func didReceiveMemoryWarning() {
    // The page is hidden: another page can use the map, or the pool can release it.
    if appearance == .gone { map = nil }
  }

  override func viewDidUnload() { map = nil }
}
