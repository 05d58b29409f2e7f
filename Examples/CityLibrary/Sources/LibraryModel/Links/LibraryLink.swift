import Foundation
package import Stagecraft

/// A place in the application, as a link: `library://title/17/review`.
package enum LibraryLink: Hashable, Sendable {
  case catalogue(search: String)
  case title(Title.ID)
  case review(Title.ID)
  case loans
  case desk
  case branch(Branch.ID)
  case backstage

  /// Nil if the text is no link of the library.
  package init?(_ text: String) {
    guard let parts = URLComponents(string: text), parts.scheme == "library" else { return nil }
    let path = parts.path.split(separator: "/").map(String.init)
    switch (parts.host, path.count, path.first.flatMap { Int($0) }) {
    case ("title", 1, let id?): self = .title(id)
    case ("title", 2, let id?) where path[1] == "review": self = .review(id)
    case ("branch", 1, let id?) where (1...7).contains(id): self = .branch(id)
    case ("catalogue", 0, _):
      self = .catalogue(search: parts.queryItems?.first { $0.name == "search" }?.value ?? "")
    case ("loans", 0, _): self = .loans
    case ("desk", 0, _): self = .desk
    case ("backstage", 0, _): self = .backstage
    default: return nil
    }
  }

  /// What the window shows for it: tab, stack and sheet.
  package var navigation: Navigation {
    switch self {
    case .catalogue: .window(.tab(0, .stack(.any)))
    case .title(let id): .window(.tab(0, .stack(.any, .title(id))))
    case .review(let id):
      .window(
        .tab(0, .stack(.any, .title(id))),
        sheets: [Navigation.screen("review").with(id, for: .title)])
    case .loans: .window(.tab(1))
    case .desk: .window(.tab(2))
    case .branch(let id): .window(.tab(3, .page(id - 1)))
    case .backstage: .window(.any, presenting: [.screen("backstage")])
    }
  }
}

extension Navigation {
  package static func title(_ id: Title.ID) -> Navigation {
    screen("title").with(id, for: .title)
  }
}

extension ScreenStateKey<Int> {
  package static var title: ScreenStateKey<Int> { ScreenStateKey("title") }
}
