internal import Foundation

/// Writes order slips: the same ones from the same seed.
struct OrderSlips {
  private var generator: SeededGenerator
  private var number: Int

  /// - Parameters:
  ///   - seed: what decides about everything.
  ///   - number: the number of the first slip.
  init(seed: UInt64, from number: Int = 1) {
    generator = SeededGenerator(seed: seed)
    self.number = number
  }

  /// The next slip.
  mutating func next() -> Order {
    defer { number += 1 }
    return Order(
      id: nextID(), number: number, title: Self.titles.randomElement(using: &generator) ?? "",
      reader: Self.readers.randomElement(using: &generator) ?? "",
      state: Order.State.allCases.randomElement(using: &generator) ?? .placed,
      due: Int.random(in: 1...31, using: &generator))
  }

  /// The next `count` slips.
  mutating func next(_ count: Int) -> [Order] {
    (0..<count).map { _ in next() }
  }

  private mutating func nextID() -> UUID {
    let numbers = (generator.next(), generator.next())
    return UUID(uuid: withUnsafeBytes(of: numbers) { $0.load(as: uuid_t.self) })
  }

  private static let readers = Reader.crowd(of: 20).map(\.name)

  private static let titles = [
    "Emma", "Persuasion", "Middlemarch", "Villette", "Shirley", "Agnes Grey", "Cranford",
    "Moby-Dick", "Walden", "Dracula", "Kim", "Ulysses", "Dubliners", "Hard Times",
  ]
}
