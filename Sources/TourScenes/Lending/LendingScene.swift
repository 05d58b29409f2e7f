internal import StageFloor

struct LendingScene: Scene {
  let name = "lending"
  let summary = "two copies of a book, lent to twenty readers"

  func play(_ narrator: Narrator) async throws {
    narrator.chapter("The textbook: if !copies.isEmpty { return copies.removeFirst() }")
    await playRace(narrator, copies: 1, readers: 2)
    await playRace(narrator, copies: 2, readers: 20)
    await playRepair(narrator)
    await playDay(narrator)
    try await playTimeouts(narrator)
    try await playCancellation(narrator)
    try await playThirdCopy(narrator)
    try await playMixedLine(narrator)
  }
}

/// A copy of a book.
struct Book: Sendable {
  let copy: Int
  /// How often it was lent.
  var checkOuts = 0
  static func copies(_ count: Int) -> [Book] { (0..<count).map { Book(copy: $0 + 1) } }
}

/// A reader, with the time to read a book: some milliseconds.
struct Reader: Hashable, Sendable {
  let name: String
  let readingTime: Duration

  /// Readers with different reading times, which are multiplied by the slowness.
  static func crowd(of count: Int, slowness: Int = 1) -> [Reader] {
    var generator = SplitMix64(seed: 20)
    return (0..<count).map { number in
      Reader(
        name: names[number % names.count] + (number < names.count ? "" : " \(number)"),
        readingTime: .microseconds(Int.random(in: 1_000...6_000, using: &generator)) * slowness)
    }
  }

  private static let names = [
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon",
    "Kim", "Leo", "Mia", "Noah", "Ola", "Pia", "Quin", "Ros", "Sam", "Tea",
  ]
}
