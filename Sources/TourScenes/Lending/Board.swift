/// The board at the desk: how often each copy was lent, and who has it.
struct Board: Sendable {
  let cards: [Int: Ledger.Card]

  /// How often anything was lent.
  var checkOuts: Int { cards.values.reduce(0) { $0 + $1.checkOuts } }

  /// One line of the board.
  var line: String {
    let copies = cards.sorted { $0.key < $1.key }.map { _, card in
      Self.cells("\(card.checkOuts)", card.reader ?? "In stock")
    }
    return ("\(checkOuts)".padded(to: 5, on: .right) + copies.joined()).trimmingTrailingSpaces
  }

  /// The two lines above it.
  static func heading(copies: Int) -> [String] {
    let columns = (1...max(1, copies)).map { Self.cells("copy \($0)", "is with") }
    let names = ("loans" + columns.joined()).trimmingTrailingSpaces
    return [names, String(repeating: "-", count: names.count + 1)]
  }

  private static func cells(_ checkOuts: String, _ holder: String) -> String {
    checkOuts.padded(to: 10, on: .right) + "  " + holder.padded(to: 8)
  }
}
