import Foundation

/// What has happened in the library before it is opened for the first time.
struct SeedRows {
  typealias Row = [SQLConnection.Value]

  let seed: UInt64
  let titles: Int
  let today: Day

  /// The reader of the demonstration: card 4711 0815, PIN 1842.
  static let ada = 1

  var branches: [Row] {
    Self.houses.enumerated().map { number, house in
      [
        .integer(number + 1), .text(house.name), .text(house.street), .real(house.latitude),
        .real(house.longitude), .integer(10), .integer(house.closes), .integer(14), .integer(0),
        .integer(0), .integer(0),
      ]
    }
  }

  var readers: [Row] {
    var random = SeededRandom(seed: seed ^ 1)
    return (1...Self.readerCount).map { id in
      let name =
        id == Self.ada
        ? "Ada Byron" : "\(random.pick(Words.firstNames)) \(random.pick(Words.lastNames))"
      let card = id == Self.ada ? "47110815" : "\(50_000_000 + id * 37)"
      let pin = id == Self.ada ? "1842" : "\(1000 + random.below(9000))"
      return [.integer(id), .text(name), .text(card), .text(pin)]
    }
  }

  /// All copies of some classics, some copies of many other titles.
  var loans: [Row] {
    var random = SeededRandom(seed: seed ^ 2)
    var rows: [Row] = []
    var pairs: Set<String> = []
    func lend(_ title: Title.ID, copy: Int, to reader: Reader.ID, days: Int) {
      guard title <= titles, pairs.insert(pairID(title, reader)).inserted else { return }
      rows.append([
        .integer(title * 10 + copy), .integer(title), .integer(reader),
        .integer((today + days).number), .integer(random.below(2)), .integer(0),
      ])
    }
    let own = [(4, 2, -3), (7, 1, 1), (9, 2, 6), (13, 1, 11), (31, 3, 19)]
    for (title, copy, days) in own { lend(title, copy: copy, to: Self.ada, days: days) }
    for (title, copies) in [(2, 3), (5, 1), (11, 2), (15, 2)] {
      for copy in 1...copies {
        lend(title, copy: copy, to: 10 * title + copy, days: [4, 1, -3][copy - 1])
      }
    }
    let works = Classics.works
    for (number, work) in works.enumerated() where number > 15 && random.below(3) == 0 {
      lend(
        number + 1, copy: work.copies, to: 2 + random.below(Self.readerCount - 2),
        days: random.below(33) - 5)
    }
    for title in stride(from: works.count + 1, through: titles, by: max(1, titles / 1_200)) {
      lend(title, copy: 1, to: 2 + random.below(Self.readerCount - 2), days: random.below(33) - 5)
    }
    return rows
  }

  /// Readers wait for some of the titles of which no copy is in stock.
  var holds: [Row] {
    [(2, 201), (2, 202), (5, 203), (11, 204), (11, 205)].filter { $0.0 <= titles }.map {
      title, reader in
      [
        .text(pairID(title, reader)), .integer(title), .integer(reader),
        .real(Double(today.number - 3) * 86_400 + Double(reader)),
      ]
    }
  }

  var reviews: [Row] {
    var random = SeededRandom(seed: seed ^ 3)
    var rows: [Row] = []
    for title in 1...min(titles, 400) {
      for number in 0..<random.below(5) {
        let reader = 10 + title % 180 + number * 190
        let stars = min(5, 3 + random.below(4))
        rows.append([
          .text(pairID(title, reader)), .integer(title), .integer(reader),
          .text(random.pick(Words.firstNames)), .integer(stars),
          .text(random.pick(Self.opinions)), .integer(today.number - 1 - random.below(200)),
        ])
      }
    }
    return rows
  }

  var orders: [Row] {
    var random = SeededRandom(seed: seed ^ 4)
    var rows: [Row] = []
    let works = Classics.works
    for (state, count) in [(Order.State.new, 128), (.picking, 41), (.ready, 17)] {
      for _ in 0..<count {
        let number = random.below(min(works.count, titles))
        let id = 4_711 + rows.count * 3
        rows.append([
          .integer(id), .integer(number + 1), .text(works[number].name),
          .text(random.pick(Words.firstNames)), .text(state.rawValue),
          // In the order of their numbers; the list makes the texts between them.
          .text("m\(id)"), .real(Date().timeIntervalSince1970 - Double(random.below(3_600))),
        ])
      }
    }
    return rows
  }

  private static let readerCount = 1_000

  private static let houses:
    [(name: String, street: String, latitude: Double, longitude: Double, closes: Int)] = [
      ("Old Town", "12 Mill Lane", 53.5503, 9.9920, 19),
      ("Harbour", "3 Customs Quay", 53.5438, 9.9667, 20),
      ("University", "Library Square", 53.5671, 9.9837, 22),
      ("Gardens", "41 Linden Row", 53.5601, 10.0290, 18),
      ("Station", "Platform House", 53.5528, 10.0067, 21),
      ("Island", "9 Ferry Road", 53.5105, 10.0205, 17),
      ("Hill", "27 Upper Street", 53.5767, 9.9443, 18),
    ]

  private static let opinions = [
    "I read it in two evenings, and then again.",
    "Slow at first. Stay with it until the third chapter.",
    "The best thing on this shelf, and still the one to beat.",
    "My daughter asked for it every night for a month.",
    "Better than I remembered from school.",
    "A fine translation, and notes that help.",
    "Not for me, but I see why others love it.",
    "Bring a map. It is worth the walk.",
    "The end made me miss my stop.",
    "Clear, patient and never dull.",
  ]
}
