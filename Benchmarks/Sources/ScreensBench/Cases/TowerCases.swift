internal import Harness

extension Case {
  /// The cost for each screen of stacks of 100, 1,000 and 10,000 screens.
  static var towers: [Case] {
    [
      Case("push-10k", "one of 10,000 screens with loaded views is pushed; of 1000; of 100") {
        try heights { tower, operations in tower.push(operations) }
      },
      Case("unload-10k", "one of 10,000 views on a stack is unloaded in a pass; of 1000; of 100") {
        try heights { tower, operations in try tower.unload(operations) }
      },
    ]
  }

  private static func heights(
    _ measure: @escaping @MainActor @Sendable (Tower, Int) throws -> Sample
  ) throws -> [Subject] {
    try [(10_000, "stagecraft"), (1_000, "stagecraft-1000"), (100, "stagecraft-100")].map {
      count, name in
      let tower = try onMain { Tower(count: count) }
      return Subject(name) { operations in try onMain { try measure(tower, operations) } }
    }
  }
}
