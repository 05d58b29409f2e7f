// An observer with a limited rate, and one that is paused with its screen.
// snippet.hide
import StagecraftLists

struct Order: Identifiable, Sendable {
  var id: Int
  var title: String
}

@MainActor
final class Board {
  var titles: [String] = []

  func show(_ transition: LiveList<Order>.Transition) { titles = transition.new.map(\.title) }
}

@MainActor
class Page {
  func willAppear() {}
  func didDisappear() {}
}

final class OrderPage: Page {
  let board = Board()
  private var observation: ListObservation

  init(_ orders: LiveList<Order>) {
    observation = orders.observe { [board] transition in board.show(transition) }
  }

  // snippet.show
  override func didDisappear() { observation.pause() }
  override func willAppear() { observation.resume() }
  // snippet.hide

  func catchUp() { observation.flush() }
}

@MainActor
func tick(_ orders: LiveList<Order>, board: Board) -> ListObservation {
  // snippet.show
  let ticker = orders.observe(.atMost(every: .milliseconds(250))) { board.show($0) }
  // snippet.hide
  return ticker
}

let orders = LiveList([Order(id: 1, title: "Momo")])
let board = Board()
let ticker = tick(orders, board: board)
let page = OrderPage(orders)
page.didDisappear()
try orders.append(Order(id: 2, title: "Krabat"))
page.willAppear()
page.catchUp()
ticker.flush()
precondition(page.board.titles == ["Momo", "Krabat"] && board.titles == page.board.titles)
