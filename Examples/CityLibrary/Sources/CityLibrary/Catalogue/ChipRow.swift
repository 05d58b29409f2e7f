import LibraryModel
import StagecraftGTK

/// Filters in one line, and the order.
final class ChipRow: Box {
  enum Chip: Hashable {
    case all
    case inStock
    case favourites
    case branch(Branch.ID?)
    case genre(Genre)
    case order(Catalogue.Order)
  }

  private var chips: [(chip: Chip, button: ToggleButton)] = []
  private var branches: [(id: Branch.ID?, name: String)] = [(nil, text("All Branches"))]
  private let branch = MenuButton(text("All Branches"))
  private var branchChoice: MenuChoice?
  private let order = MenuButton("")
  private let orderChoice: MenuChoice
  private let choose: @MainActor (Chip) -> Void

  init(_ choose: @escaping @MainActor (Chip) -> Void) {
    self.choose = choose
    let orders = Menu()
    orderChoice = orders.addChoice(Catalogue.Order.allCases.map(\.name), selected: 0) {
      choose(.order(Catalogue.Order.allCases[$0]))
    }
    super.init(.horizontal, spacing: 8)
    let row = Box(.horizontal, spacing: 8)
    let all: [Chip] = [.all, .inStock, .favourites] + Genre.allCases.map { .genre($0) }
    for chip in all {
      let button = ToggleButton(chip.name)
      button.onClick = { choose(chip) }
      button.addStyle("chip")
      button.verticalAlignment = .center
      chips.append((chip, button))
      row.append(button)
      if chip == .favourites { row.append(branch) }
    }
    append(ScrolledView(row, .horizontal))
    append(order)
    for menu in [branch, order] {
      menu.addStyle("chip-menu")
      menu.verticalAlignment = .center
    }
    order.menu = orders
    setMargins(top: 12, bottom: 6, start: 18, end: 18)
  }

  /// Offers the branches, which are not known before the library is open.
  func show(_ all: [(id: Branch.ID, name: String)], _ query: Catalogue.Query) {
    branches = branches.prefix(1) + all.map { ($0.id, $0.name) }
    let menu = Menu()
    branchChoice = menu.addChoice(branches.map(\.name), selected: 0) { [weak self] index in
      if let self { choose(.branch(branches[index].id)) }
    }
    branch.menu = menu
    show(query)
  }

  func show(_ query: Catalogue.Query) {
    for (chip, button) in chips {
      button.isActive =
        switch chip {
        case .all: query.hasNoFilter
        case .inStock: query.isInStock
        case .favourites: query.among != nil
        case .genre(let genre): query.genre == genre
        case .branch, .order: false
        }
    }
    let chosen = branches.firstIndex { $0.id == query.branch } ?? 0
    branch.text = branches[chosen].name
    branchChoice?.selectedIndex = chosen
    if query.branch == nil { branch.removeStyle("chosen") } else { branch.addStyle("chosen") }
    order.text = query.order.name
    orderChoice.selectedIndex = Catalogue.Order.allCases.firstIndex(of: query.order)
  }
}

extension ChipRow.Chip {
  fileprivate var name: String {
    switch self {
    case .all: text("All")
    case .inStock: text("In stock")
    case .favourites: text("Favourites")
    case .genre(let genre): genre.name
    case .branch, .order: ""
    }
  }
}
