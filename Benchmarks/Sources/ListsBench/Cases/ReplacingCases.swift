internal import Harness
internal import StagecraftLists

/// How the new rows of a list differ from the old ones.
private enum Replacement: String, CaseIterable {
  case unchanged
  case updated
  case moved
  case replaced
  case block
  case prepended
  case half
  case scattered
  case all
  case shuffled
  case reversed

  var about: String {
    switch self {
    case .unchanged: "the same orders as before"
    case .updated: "a tenth of the orders have new content"
    case .moved: "a hundredth of the orders have moved"
    case .replaced: "each tenth order is another one"
    case .block: "a tenth of the orders, all adjacent, are others"
    case .prepended: "a hundred new orders come first"
    case .half: "the first half goes, and as many new orders come at the end"
    case .scattered: "half of the orders, at random positions, are others"
    case .all: "all orders are others"
    case .shuffled: "the same orders, shuffled"
    case .reversed: "the same orders, reversed"
    }
  }

  func rows(after old: [OrderRow]) -> [OrderRow] {
    var numbers = Numbers(seed: 5)
    let count = old.count
    var new = old
    func other(_ place: Int) -> OrderRow { OrderRow(number: count + place) }
    switch self {
    case .unchanged: return Array(old[...])
    case .updated:
      for place in stride(from: 3, to: count, by: 10) { new[place] = new[place].advanced }
    case .moved:
      // Each mover is exchanged with a distant row, so that arrays of any size are quickly made.
      for _ in 0..<max(1, count / 200) { new.swapAt(numbers.below(count), numbers.below(count)) }
    case .replaced: for place in stride(from: 7, to: count, by: 10) { new[place] = other(place) }
    case .block: for place in count / 2..<count / 2 + count / 10 { new[place] = other(place) }
    case .prepended: return (0..<100).map(other) + old
    case .half: return old[(count / 2)...] + (0..<count / 2).map(other)
    case .scattered:
      for place in 0..<count where numbers.below(2) == 0 { new[place] = other(place) }
    case .all: return (0..<count).map(other)
    case .shuffled: new.shuffle(using: &numbers)
    case .reversed: new.reverse()
    }
    return new
  }
}

extension Case {
  /// Replacing all rows of a list and finding the changes, and other edits of many rows at once.
  static var replacing: [Case] {
    Replacement.allCases.flatMap { replacement in
      sizes.map { size, count in
        Case(
          "replace-\(replacement.rawValue)-\(size)",
          "a list of \(count) orders is replaced, and the changes are found: \(replacement.about)",
          textbook: linear
        ) {
          let old = OrderRow.orders(0..<count)
          let new = replacement.rows(after: old)
          return [
            .afresh("stagecraft", old) { list in
              let before = list.snapshot()
              _ = list.replaceAll(with: new)
              Sink.keep(list.changes(since: before))
            },
            .onThread(linear) { times in
              for _ in 0..<times { Sink.keep(LinearDiff(from: old, to: new)) }
            },
          ]
        }
      }
    } + bulk
  }

  private static var sizes: [(name: String, count: Int)] {
    [("100", 100), ("1k", 1_000), ("5k", 5_000), ("50k", 50_000), ("100k", 100_000)]
  }

  private static var bulk: [Case] {
    let count = 1_000_000
    let removals = [("1pct", 100), ("10pct", 10), ("half", 2)].map { name, share in
      Case(
        "remove-all-\(name)-1m", "one of \(share) orders is removed from a million",
        textbook: "array"
      ) {
        let rows = OrderRow.orders(0..<count)
        let isRemoved = { (order: OrderRow) in order.step % share == 0 }
        return [
          .afresh("stagecraft", rows) { list in Sink.keep(list.removeAll(where: isRemoved)) },
          Subject("array") { times in
            var nanoseconds: Int64 = 0
            for _ in 0..<times {
              var own = rows
              own.reserveCapacity(count + 1)
              let stopwatch = Stopwatch()
              own.removeAll(where: isRemoved)
              nanoseconds += stopwatch.nanoseconds
              Sink.keep(own)
            }
            return Sample(operations: times, nanoseconds: nanoseconds)
          },
        ]
      }
    }
    let all = Case(
      "replace-rows-1m", "a million orders are replaced by others, and a list of them is created",
      textbook: "build"
    ) {
      let (rows, others) = (OrderRow.orders(0..<count), OrderRow.orders(count..<2 * count))
      return [
        .afresh("stagecraft", rows) { list in _ = list.replaceAll(with: others) },
        .onThread("build") { times in
          for _ in 0..<times { Sink.keep(LiveList(others)) }
        },
      ]
    }
    return removals + [all]
  }
}

extension Target {
  /// Targets for edits of many rows at once.
  static var replacing: [Target] {
    let replacements = Replacement.allCases.flatMap { replacement in
      ["100", "1k", "5k", "50k", "100k"].map { size in
        Target.ratio(
          "replace-\(replacement.rawValue)-\(size)", to: Case.linear,
          // In a list of a hundred rows, this is the time to take a snapshot.
          atMost: replacement == .unchanged ? (size == "100" ? 0.2 : 0.05) : 1)
      }
    }
    let removals = ["1pct", "10pct", "half"].map {
      Target.ratio("remove-all-\($0)-1m", to: "array", atMost: 1.5)
    }
    return replacements + removals + [.ratio("replace-rows-1m", to: "build", atMost: 1.5)]
  }
}
