import Foundation
import LibraryModel
import Stagecraft
import StagecraftGTK

/// The orders in one state.
final class OrderColumn: Box {
  let list: ListView<Order>
  /// Called when orders were dropped before another one, or behind the last.
  var onDrop: (@MainActor ([Order.ID], Order.ID?) -> Void)?
  /// Called when keys move orders by one place.
  var onStep: (@MainActor ([Order.ID], _ isUp: Bool) -> Void)?
  private let count = Label()

  init(
    _ state: Order.State, _ orders: FilteredList<Order>, _ app: CityApp,
    onSelect: @escaping @MainActor () -> Void
  ) {
    let drops = DropBox()
    list = ListView(orders, selection: .multiple) {
      OrderPlace(app) { drops.onDrop?($0, $1) ?? false }
    } show: { place, order in
      place.show(order)
    }
    super.init(.vertical, spacing: 8)
    drops.onDrop = { [weak self] drop, order in self?.receive(drop, before: order) ?? false }
    addDropTarget(.orders) { [weak self] in self?.receive($0, before: nil) ?? false }
    setMinimumSize(width: 260)
    expands = true
    list.hasSeparators = true
    list.addStyle("orders")
    list.setAccessibleLabel(state.name)
    list.onSelectionChange = { _ in onSelect() }
    for (key, isUp) in [("Up", true), ("Down", false)] {
      list.addShortcut("<Control><Shift>\(key)", in: .widget) { [weak self] in
        guard let self, !chosen.isEmpty else { return }
        onStep?(chosen, isUp)
      }
    }
    let dot = Label("●")
    dot.addStyle(state.style)
    let name = Label(state.name)
    name.addStyle("heading")
    count.addStyle("dim-label")
    count.addStyle("numeric")
    append(Box(.horizontal, spacing: 8, [dot, name, count]))
    let scrolled = ScrolledView(list)
    scrolled.addStyle("card")
    append(scrolled)
  }

  /// The selected orders if the focused one is among them; otherwise that one.
  var chosen: [Order.ID] {
    guard let focused = list.focusedRowID else { return list.selection.sorted() }
    return list.selection.contains(focused) ? list.selection.sorted() : [focused]
  }

  func showCount(_ number: Int) { count.text = number.grouped }

  /// Moves the orders that were dropped.
  private func receive(_ drop: Drop, before neighbour: Order.ID?) -> Bool {
    let ids = drop.payload.split(separator: " ").compactMap { Order.ID($0) }
    if ids.isEmpty || neighbour.map(ids.contains) == true { return false }
    onDrop?(ids, neighbour)
    return true
  }

  /// What rows call, which are made before the column is.
  private final class DropBox {
    var onDrop: (@MainActor (Drop, Order.ID) -> Bool)?
  }
}

extension DragKind {
  fileprivate static let orders = DragKind.items("orders")
}

/// A place for an order.
final class OrderPlace: LatePlace {
  private let app: CityApp
  private let onDrop: @MainActor (Drop, Order.ID) -> Bool
  private var row: OrderRow?
  private var order: Order?

  init(_ app: CityApp, onDrop: @escaping @MainActor (Drop, Order.ID) -> Bool) {
    (self.app, self.onDrop) = (app, onDrop)
    super.init("order", height: 42)
  }

  func show(_ order: Order) {
    setAccessibleLabel("\(order.name), \(order.reader)")
    let isNew = self.order == nil
    self.order = order
    row?.show(order)
    if isNew { fillSoon() }
  }

  override func fill() {
    guard let order else { return }
    let row = OrderRow(app, onDrop: onDrop)
    row.show(order)
    content = row
    self.row = row
  }
}

/// An order: the cover, the title, and the reader.
final class OrderRow: Box {
  private let app: CityApp
  private let cover: CoverView
  private let heading = Label()
  private let details = Label(wraps: true)
  private(set) var order: Order?

  init(_ app: CityApp, onDrop: @escaping @MainActor (Drop, Order.ID) -> Bool) {
    self.app = app
    cover = CoverView(app.covers, width: 28)
    super.init(.horizontal, spacing: 12)
    addDragSource(.orders) { [weak self] in self?.order.map { "\($0.id)" } }
    addDropTarget(.orders) { [weak self] drop in
      guard let order = self?.order else { return false }
      return onDrop(drop, order.id)
    }
    addStyle("order")
    details.addStyle("caption")
    details.addStyle("dim-label")
    details.addStyle("numeric")
    let texts = Box(.vertical, spacing: 2, [heading, details])
    texts.verticalAlignment = .center
    texts.expandsHorizontally = true
    let handle = Image("list-drag-handle-symbolic")
    handle.addStyle("dim-label")
    for widget in [cover, texts, handle] { append(widget) }
  }

  func show(_ order: Order) {
    self.order = order
    heading.text = order.name
    let minutes = max(0, Int((Date().timeIntervalSince1970 - order.since) / 60))
    let age = minutes < 60 ? text("%d min", minutes) : text("%d h", minutes / 60)
    details.text = "#\(order.id) · \(order.reader) · \(age)"
    if let title = app.library?.catalogue[order.title] { cover.show(title) }
  }
}

extension Order.State {
  /// Of the dot before the name.
  fileprivate var style: String {
    switch self {
    case .new: "accent"
    case .picking: "warning"
    case .ready: "success"
    }
  }
}
