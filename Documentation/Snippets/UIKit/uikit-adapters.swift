// Screens, lists, alerts and a launch with UIKit; empty on other platforms.
// snippet.hide
#if canImport(UIKit) && !os(watchOS)
import StagecraftLists
import MapKit
import StagecraftOperations
import StagecraftPools
import StagecraftScreens
import StagecraftUIKit
import UIKit

struct Order: Identifiable, Sendable {
  let id: Int
  var title = "Momo"
}

final class OrderCell: UITableViewCell {
  func show(_ order: Order) {}
}

struct Book: Identifiable, Sendable {
  let id: Int
}

final class BookCell: UICollectionViewListCell {
  func show(_ book: Book) {}
}

final class ErrorScreen: Screen<UIView> {
  init(_ error: any Error) { super.init() }
}

final class BranchesScreen: Screen<UIView> {}

// snippet.show
final class BranchScreen: Screen<UIView> {
  @ViewBound private var label: UILabel

  override func loadView() -> UIView {
    label = UILabel()
    return label
  }
}

// snippet.hide
@MainActor
func pushing(onto navigation: UINavigationController) {
  // snippet.show
  navigation.pushViewController(ScreenController(BranchScreen()), animated: true)
  // snippet.hide
}

final class DeskScreen: Screen<UIView> {
  func goOn(to next: ScreenController) {
    // snippet.show
    controller?.navigationController?.pushViewController(next, animated: true)
    // snippet.hide
  }
}

@MainActor
func pooling() {
  // snippet.show
  let maps = LocalPool(maximumIdle: 3, hooks: .views { $0.removeAnnotations($0.annotations) }) {
    MKMapView()
  }
  // snippet.hide
  _ = maps.lease()
}

@MainActor
func alerting() {
  // snippet.show
  let alerts = AlertQueue(presenter: AlertControllerPresenter())
  // snippet.hide
  alerts.show(AlertContent("Closing soon"))
}

@MainActor
final class OrdersController {
  private var adapter: TableAdapter<ListSnapshot<Order>>?

  func show(_ orders: LiveList<Order>) {
    // snippet.show
    let table = UITableView(frame: .zero, style: .plain)
    let adapter = TableAdapter(table, showing: ListPresenter(orders), as: OrderCell.self) {
      cell, order in cell.show(order)
    }
    adapter.onDelete = { order in _ = orders.remove(order.id) }
    // snippet.hide
    self.adapter = adapter
  }
}

final class OrdersScreen: Screen<UIView> {
  // snippet.show
  @ViewBound private var adapter: TableAdapter<ListSnapshot<Order>>
  // snippet.hide
}

@MainActor
final class ShelfController {
  private var adapter: CollectionAdapter<ListSnapshot<Book>>?

  func show(_ books: LiveList<Book>, in layout: UICollectionViewLayout) {
    // snippet.show
    let shelf = UICollectionView(frame: .zero, collectionViewLayout: layout)
    let adapter = CollectionAdapter(shelf, showing: ListPresenter(books), as: BookCell.self) {
      cell, book in cell.show(book)
    }
    // snippet.hide
    self.adapter = adapter
  }

  func makeLayout(_ books: LiveList<Book>) -> UICollectionViewLayout {
    // snippet.show
    var list = UICollectionLayoutListConfiguration(appearance: .plain)
    list.trailingSwipeActionsConfigurationProvider = { [weak self] path in
      self?.adapter?.deletion(at: path, title: "Return") { book in _ = books.remove(book.id) }
    }
    // snippet.hide
    return UICollectionViewCompositionalLayout.list(using: list)
  }
}

@MainActor
final class OrdersScene {
  var window: UIWindow?

  func open(_ windowScene: UIWindowScene, _ launch: AppLaunch) {
    // snippet.show
    let window = UIWindow(windowScene: windowScene)
    self.window = window
    launch.open(window) { outcome in
      switch outcome {
      case .success: UINavigationController(rootViewController: ScreenController(BranchesScreen()))
      case .failure(let error): ScreenController(ErrorScreen(error))
      }
    }
    // snippet.hide
  }
}
#endif
