/// Somebody who wants the book.
struct Reader: Hashable, Sendable {
  let name: String

  /// For how long this reader keeps the book.
  let readingTime: Duration

  /// The first `count` readers, each with a random reading time of a few milliseconds.
  static func crowd(of count: Int, seed: UInt64 = 20) -> [Reader] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let round = number / names.count
      return Reader(
        name: names[number % names.count] + (round == 0 ? "" : " \(round + 1)"),
        readingTime: .microseconds(Int.random(in: 1_000...6_000, using: &generator)))
    }
  }

  private static let names = [
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon",
    "Kim", "Leo", "Mia", "Noah", "Ola", "Pia", "Quin", "Ros", "Sam", "Tea",
  ]
}
