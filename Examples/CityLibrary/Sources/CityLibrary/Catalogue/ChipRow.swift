import LibraryModel
import StagecraftGTK

/// Filters in one line, and the order.
final class ChipRow: Box {
  enum Chip: Hashable {
    case all
    case inStock
    case genre(Genre)
    case order(Catalogue.Order)
  }

  private var chips: [(chip: Chip, button: ToggleButton)] = []
  private let order: MenuButton
  private let orders: MenuChoice

  init(_ choose: @escaping @MainActor (Chip) -> Void) {
    let menu = Menu()
    orders = menu.addChoice(Catalogue.Order.allCases.map(\.name), selected: 0) { index in
      choose(.order(Catalogue.Order.allCases[index]))
    }
    order = MenuButton("", menu: menu)
    super.init(.horizontal, spacing: 8)
    let row = Box(.horizontal, spacing: 8)
    let all: [Chip] = [.all, .inStock] + Genre.allCases.map { .genre($0) }
    for chip in all {
      let button = ToggleButton(chip.name)
      button.onClick = { choose(chip) }
      button.addStyle("chip")
      button.verticalAlignment = .center
      chips.append((chip, button))
      row.append(button)
    }
    let scrolled = ScrolledView(row)
    scrolled.expandsVertically = false
    scrolled.setMinimumSize(height: 38)
    append(scrolled)
    order.addStyle("chip-menu")
    order.verticalAlignment = .center
    append(order)
    setMargins(top: 12, bottom: 6, start: 18, end: 18)
  }

  func show(_ query: Catalogue.Query) {
    for (chip, button) in chips {
      button.isActive =
        switch chip {
        case .all: query.genre == nil && !query.isInStock
        case .inStock: query.isInStock
        case .genre(let genre): query.genre == genre
        case .order: false
        }
    }
    order.text = query.order.name
    orders.selectedIndex = Catalogue.Order.allCases.firstIndex(of: query.order)
  }
}

extension ChipRow.Chip {
  fileprivate var name: String {
    switch self {
    case .all: text("All")
    case .inStock: text("In stock")
    case .genre(let genre): genre.name
    case .order(let order): order.name
    }
  }
}
