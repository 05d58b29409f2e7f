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
  private var branches: [Branch.ID?] = [nil]
  private let branch = DropDown([text("All Branches")], label: text("Branches"))
  private let order = DropDown(Catalogue.Order.allCases.map(\.name), label: text("Order"))

  init(_ choose: @escaping @MainActor (Chip) -> Void) {
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
    branch.onSelect = { [weak self] in choose(.branch($0.flatMap { self?.branches[$0] })) }
    order.onSelect = { choose(.order(Catalogue.Order.allCases[$0 ?? 0])) }
    setMargins(top: 12, bottom: 6, start: 18, end: 18)
  }

  /// Offers the branches, which are not known before the library is open.
  func show(_ all: [(id: Branch.ID, name: String)], _ query: Catalogue.Query) {
    branches = [nil] + all.map(\.id)
    let chosen = branches.firstIndex(of: query.branch) ?? 0
    branch.items = [text("All Branches")] + all.map(\.name)
    branch.selectedIndex = chosen
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
    branch.selectedIndex = branches.firstIndex(of: query.branch) ?? 0
    if query.branch == nil { branch.removeStyle("chosen") } else { branch.addStyle("chosen") }
    order.selectedIndex = Catalogue.Order.allCases.firstIndex(of: query.order)
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
