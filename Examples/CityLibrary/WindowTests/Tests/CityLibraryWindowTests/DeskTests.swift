import Testing

@testable import WindowDriver

extension WindowTests {
  @MainActor
  @Suite("Desk")
  struct DeskTests {
    @Test func selectedOrdersMoveOnAndBack() async throws {
      try await CityLibrary.open("--quiet") { library in
        try await library.tab("Desk")
        let rows = try await library.until("orders") { tree in
          let rows = tree.orders(in: "New")
          return rows.count >= 3 ? rows.prefix(2) : nil
        }
        let numbers = rows.compactMap(\.orderNumber)
        try await library.click(rows[0])
        try await library.click(rows[1], with: ["ctrl"])
        try await library.press("Advance the Selected Orders")
        try await library.sees("2 orders moved on")
        try await library.until("the orders elsewhere") { tree in
          tree.orders(in: "New").contains { numbers.contains($0.orderNumber ?? "") } ? nil : true
        }
        try await library.press("Undo")
        try await library.until("one of the orders") { tree in
          tree.orders(in: "New").contains { numbers.contains($0.orderNumber ?? "") } ? true : nil
        }
        // What is in sight stays where it is, so the first one is above it.
        try await library.scroll(library.find("New", [.list]), steps: -5)
        try await library.until("the orders where they were") { tree in
          let shown = tree.orders(in: "New").compactMap(\.orderNumber)
          return numbers.allSatisfy(shown.contains) ? true : nil
        }
      }
    }

    @Test(.onlyWithAll, arguments: [1_000, 1_080, 1_100])
    func theNameOfTheDeskIsNotCut(width: Int) async throws {
      try await CityLibrary.open("--quiet", "--width", "\(width)") { library in
        try await library.tab("Desk")
        let name = try await library.sees("Live, desk ")
        // About 80, depending on its letter; a name that was cut was “…” alone.
        #expect(name.frame.width > 70)
      }
    }

    @Test func twoDesksNeverLendACopyTwice() async throws {
      // Side by side.
      try await CityLibrary.open("--width", "620") { library in
        let other = try await CityLibrary(
          library.folder, options: ["--another-desk", "--width", "620"])
        defer { other.run.kill() }
        try await other.tab("Loans")
        try await other.press("Sign In")
        try await other.signIn(card: "5000 0259", pin: "4902")
        try await other.sees("Nothing on Loan")
        try await other.tab("Catalogue")
        try await other.openCover("Leaves of Grass")
        try await library.activate()
        try await library.signInForLoans()
        try await library.openTitle(6, "Leaves of Grass")
        // Both press while neither runs, because there is one pointer.
        try await library.pressAtOnce("Borrow") {
          try await other.activate()
          try await other.pressAtOnce("Borrow")
        }
        for desk in [library, other] { try await desk.sees("0 of 1 in stock") }
        let actions = try await library.until("one loan") { tree -> [String]? in
          let actions = [tree, other.look()].compactMap { tree in
            tree.shown.first {
              $0.role == .button
                && ["Return", "Place in Line", "Leave the Line"].contains($0.name)
            }
          }
          return actions.count == 2 ? actions.map(\.name) : nil
        }
        #expect(actions.count { $0 == "Return" } == 1)
        let (owner, second) = actions[0] == "Return" ? (library, other) : (other, library)
        // The second click may have come when the button said “Place in Line” already.
        if actions.contains("Leave the Line") {
          try await second.activate()
          try await second.press("Leave the Line")
          try await second.seesNo("1 in line")
        }
        // What one gives back, the other shows.
        try await owner.activate()
        try await owner.press("Return")
        for desk in [library, other] { try await desk.sees("1 of 1 in stock") }
        other.expectNoCriticals()
      }
    }
  }
}

extension Tree {
  /// The rows in a column of the desk.
  fileprivate func orders(in column: String) -> [Element] {
    let list = shown.first { $0.role == .list && $0.name == column }
    return list?.children.filter { $0.orderNumber != nil } ?? []
  }
}

extension Element {
  /// The number in the second line of an order, as in “#4711”.
  fileprivate var orderNumber: String? {
    let line = shown.first { $0.name.hasPrefix("#") }
    return line.map { String($0.name.prefix { $0 != " " }) }
  }
}
