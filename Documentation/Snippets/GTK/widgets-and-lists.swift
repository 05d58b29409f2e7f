// Widgets, a list, alerts and memory.
// snippet.hide
import StagecraftGTK
import StagecraftLists
import StagecraftMemory
import StagecraftOperations
import StagecraftScreens

struct Order: Identifiable, Sendable {
  var id: Int
  var title: String
  var branch = ""
}

// snippet.show
final class BookCard: Box {
  let title = Label()
  let borrow = Button("Borrow")
  init() {
    super.init(.vertical)
    append(title)
    append(borrow)
  }
}
// snippet.hide

final class BookScreen: Screen<Widget> {
  override func loadView() -> Widget { BookCard() }

  // snippet.show
  override func viewDidLoad() {
    view.barActions = [Button("Borrow") { [weak self] in self?.borrow() }]
  }
  // snippet.hide

  private func borrow() {}
}

@MainActor
protocol OrderNavigation {
  func show(_ order: Order)
}

@MainActor
func showOrders(_ orders: LiveList<Order>, _ navigation: any OrderNavigation) -> Widget {
  // snippet.show
  let list = ListView(orders, selection: .single) {
    Label()
  } show: { label, order in
    label.text = order.title
  }
  list.onActivate = { order in navigation.show(order) }
  let view = ScrolledView(list)
  // snippet.hide
  return view
}

@MainActor
func showOrdersByBranch(_ orders: LiveList<Order>) -> Widget {
  // snippet.show
  let list = ListView(orders.grouped(by: \.branch)) {
    Label()
  } show: { label, order in
    label.text = order.title
  } makeHeader: {
    Label(alignment: .center)
  } showHeader: { header, branch in
    header.text = branch
  }
  // snippet.hide
  return list
}

@MainActor
func go(to firstTitle: Order.ID, in titles: ListView<Order>) {
  // snippet.show
  titles.scroll(to: firstTitle, at: .top)
  // snippet.hide
}

@MainActor
func watchMemory() {
  // snippet.show
  let alerts = AlertQueue(presenter: DialogPresenter())
  // snippet.hide
  do {
    // snippet.show
    let pressure = PressureMonitor(sources: .automatic.and(MemoryMonitorSource()))
    // snippet.hide
    _ = pressure
  }
  // snippet.show
  let leaks = WidgetLeakWatch(.shared)
  let observation = ScreenApplication.shared.observe { event in
    if case .viewOutlived(let leak) = event.kind { print(event.name, leak) }
  }
  // snippet.hide
  _ = (alerts, leaks, observation)
}

@MainActor
final class Page {
  private let buttons = Box(.horizontal, [Button("Borrow"), Button("Renew")])

  private func layOut(isNarrow: Bool) {
    // snippet.show
    buttons.direction = isNarrow ? .vertical : .horizontal
    // snippet.hide
  }

  func follow(_ window: ScreenWindow<Widget>) {
    // snippet.show
    window.view.onResize { [weak self] width, _ in self?.layOut(isNarrow: width < 600) }
    // snippet.hide
  }
}

@MainActor
func open(_ view: Widget, show: (String) -> Void) async {
  // snippet.show
  do { try await view.openElsewhere("/home/ada/report.html") } catch { show("\(error)") }
  // snippet.hide
}
