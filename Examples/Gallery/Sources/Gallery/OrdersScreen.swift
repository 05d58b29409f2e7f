import Stagecraft
import StagecraftGTK

/// The orders that eight desks edit while the user scrolls.
final class OrdersScreen: LibraryScreen {
  private let library: Library
  private var desks: [Task<Void, Never>] = []
  @ViewBound private(set) var list: ListView<Order>
  @ViewBound private(set) var toggle: Button

  init(_ library: Library) {
    self.library = library
    super.init()
    title = "Orders"
  }

  deinit { for desk in desks { desk.cancel() } }

  override func loadView() -> Widget { Box() }

  override func viewDidLoad() {
    guard let view = view as? Box else { return }
    list = ListView(
      library.orders, makeRow: { Label() },
      show: { row, order in row.text = "\(order.id)   \(order.title): \(order.state)" })
    toggle = Button("Open eight desks") { [weak self] in self?.toggleDesks() }
    toggle.name = "desks"
    toggle.setMargin(6)
    view.append(toggle)
    view.append(ScrolledView(list))
  }

  private func toggleDesks() {
    if desks.isEmpty {
      desks = (0..<8).map { number in desk(number) }
      toggle.text = "Close the desks"
    } else {
      for desk in desks { desk.cancel() }
      desks = []
      toggle.text = "Open eight desks"
    }
  }

  /// Edits the list at random places, a hundred times a second.
  private func desk(_ number: Int) -> Task<Void, Never> {
    let orders = library.orders
    return Task.detached {
      var next = (number + 1) * 1_000_000
      while !Task.isCancelled {
        let snapshot = orders.snapshot()
        if let order = snapshot.randomElement() {
          switch Int.random(in: 0..<4) {
          case 0:
            next += 1
            let new = Order(id: next, title: order.title, state: "new at desk \(number + 1)")
            _ = try? orders.insert(new, at: 0)
          case 1: _ = orders.remove(order.id)
          default: orders.update(order.id) { $0.state = "moved by desk \(number + 1)" }
          }
        }
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
  }
}
