// Drawings, inputs, menus and boxes.
// snippet.hide
import StagecraftGTK

@MainActor
protocol Catalogue: AnyObject {
  var loans: [Int] { get }
  func search(_ text: String)
}

@MainActor
func drawCover() {
  // snippet.show
  let cover = Texture(width: 200, height: 300) { canvas in
    let (top, bottom) = (Paint.Stop(0, Color(0x1a5fb4)), Paint.Stop(1, Color(0x62a0ea)))
    canvas.paint(.linearGradient(x1: 0, y1: 0, x2: 0, y2: 300, [top, bottom]))
    canvas.circle(100, 120, radius: 60)
    canvas.fill(Color.white.withOpacity(0.8))
    canvas.draw(
      TextLayout("Emma", Font("Serif", size: 24, weight: .bold), width: 180, alignment: .center),
      10, 220, .black)
  }
  // snippet.hide
  _ = cover
}

@MainActor
func showCover(_ picture: Picture) async {
  // snippet.show
  picture.texture = await Texture.drawn(width: 200, height: 300, scale: 2) { canvas in
    canvas.paint(Color(0x1a5fb4))
  }
  // snippet.hide
}

@MainActor
func showSmallCover() -> Widget {
  // snippet.show
  let cover = Picture(label: "The cover of Emma")
  cover.setSize(width: 40, height: 60)
  cover.horizontalAlignment = .start
  // snippet.hide
  return cover
}

@MainActor
func drawChart(_ model: any Catalogue) -> Widget {
  // snippet.show
  let chart = DrawingArea(label: "Loans per hour", height: 120) { [weak model] canvas in
    for (hour, count) in (model?.loans ?? []).enumerated() {
      canvas.rectangle(Double(hour) * 10, canvas.height, 8, -Double(count))
    }
    canvas.fill(Color(0x3584e4))
  }
  // snippet.hide
  return chart
}

@MainActor
func searchTitles(_ catalogue: any Catalogue, _ window: Window) -> Widget {
  // snippet.show
  let search = SearchEntry(placeholder: "Titles and authors")
  search.onSearch = { text in catalogue.search(text) }
  let bar = SearchBar(search)
  bar.captureKeys(of: window)
  // snippet.hide
  return bar
}

@MainActor
func showCopies(_ open: @escaping @MainActor (_ copy: Int) -> Void) -> Widget {
  func show(copy: Int) { open(copy) }
  // snippet.show
  let copies = ListBox(isBoxed: true, [Label("Copy 1, Harbour"), Label("Copy 2, Old Town")])
  copies.onActivate = { index, row in show(copy: index) }
  // snippet.hide
  return copies
}

@MainActor
func chips() -> Widget {
  // snippet.show
  let chips = ["All", "In Stock", "On Loan"].map { ToggleButton($0) }
  for chip in chips.dropFirst() { chip.joinGroup(of: chips[0]) }
  chips[0].isActive = true
  let row = Box(.horizontal, chips)
  row.addStyle("linked")
  // snippet.hide
  return row
}

@MainActor
final class LoansView: Box {
  var loans: [Int] = []
  var showsOnlyLate = false

  func renewAll() {}
  func sort(by index: Int) {}

  func addMenu(to bar: HeaderBar) {
    // snippet.show
    let menu = Menu()
    let renew = menu.addItem("Renew All") { [weak self] in self?.renewAll() }
    menu.addToggle("Only Late Ones", isActive: false) { [weak self] in self?.showsOnlyLate = $0 }
    let order = menu.addSection("Order")
    order.addChoice(["By Title", "By Due Date"], selected: 0) { [weak self] in self?.sort(by: $0) }
    menu.addSection().addItem("Preferences", action: "app.preferences")
    bar.addAtEnd(MenuButton(icon: "open-menu-symbolic", label: "Main menu", menu: menu))
    renew.isEnabled = !loans.isEmpty
    // snippet.hide
  }
}

@MainActor
protocol OrderDesk {
  func cancel(_ order: Int)
}

@MainActor
func addMenu(to row: OrderRow, _ orders: any OrderDesk) {
  // snippet.show
  row.addContextMenu { [weak row] in
    guard let order = row?.order else { return nil }
    let menu = Menu()
    menu.addItem("Cancel the Order") { orders.cancel(order) }
    return menu
  }
  // snippet.hide
}

@MainActor
final class Report {
  let files: [String] = []
}

@MainActor
protocol Importer {
  func read(_ files: [String]) -> Bool
}

@MainActor
func dragFiles(_ export: Widget, _ report: Report, _ catalogue: Widget, _ importer: any Importer) {
  // snippet.show
  export.addFileDragSource { [weak report] in report?.files ?? [] }
  // snippet.hide
  // snippet.show
  catalogue.addFileDropTarget { files in importer.read(files) }
  // snippet.hide
}

@MainActor
func copyLink(_ view: Widget) async {
  // snippet.show
  let clipboard = view.clipboard
  clipboard.set("library://title/17")
  let text = await clipboard.text()
  // snippet.hide
  _ = text
}
// snippet.show

final class OrderRow: Label {
  var order: Int?
  init(_ move: @escaping @MainActor (Drop, Int) -> Bool) {
    super.init()
    addDragSource(.items("order")) { [weak self] in self?.order.map { "\($0)" } }
    addDropTarget(.items("order")) { [weak self] drop in
      guard let order = self?.order else { return false }
      return move(drop, order)
    }
  }
}
