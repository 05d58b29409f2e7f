internal import Foundation
internal import Harness
internal import StagecraftLists

extension Case {
  /// Lists that are derived from another one: read for the first time, and with other rules.
  static var derived: [Case] {
    DerivedSize.allCases.flatMap { [filtering($0), refiltering($0), sorting($0), resorting($0)] }
      + ListSize.allCases.map { finding($0) }
      + [sortingWideRows, sortingByTwo, newRulesOnMain]
  }

  /// Lists with sections.
  static var grouped: [Case] {
    [(100, 10), (1_000, 100), (100_000, 5_000), (100_000, 20_000)].flatMap { orders, sections in
      let trial = GroupingTrial(orders: orders, sections: sections)
      return [trial.first, trial.more, trial.gone]
    }
  }

  private static func filtering(_ size: DerivedSize) -> Case {
    Case(
      "filter-first-\(size.name)", "half of the orders are found in a list that is new",
      textbook: "array"
    ) {
      let orders = OrderRow.orders(0..<size.rawValue)
      let source = LiveList(orders)
      return [
        .onThread("stagecraft") { times in
          for _ in 0..<times { Sink.keep(source.filtered { $0.rank & 1 == 0 }.snapshot()) }
        },
        .onThread("array") { times in
          for _ in 0..<times { Sink.keep(orders.filter { $0.rank & 1 == 0 }) }
        },
      ]
    }
  }

  private static func refiltering(_ size: DerivedSize) -> Case {
    Case("filter-other-\(size.name)", "another half of the orders is found", textbook: "array") {
      let orders = OrderRow.orders(0..<size.rawValue)
      let list = LiveList(orders).filtered { $0.rank & 1 == 0 }
      return [
        .onThread("stagecraft") { times in
          for time in 0..<times {
            if time & 1 == 0 {
              list.filter { $0.rank & 2 == 0 }
            } else {
              list.filter { $0.rank & 1 == 0 }
            }
            Sink.keep(list.snapshot())
          }
        },
        .onThread("array") { times in
          for _ in 0..<times { Sink.keep(orders.filter { $0.rank & 2 == 0 }) }
        },
      ]
    }
  }

  private static func sorting(_ size: DerivedSize) -> Case {
    Case("sort-first-\(size.name)", "the orders are sorted in a new list", textbook: "array") {
      let orders = OrderRow.orders(0..<size.rawValue)
      let source = LiveList(orders)
      return [
        .onThread("stagecraft") { times in
          for _ in 0..<times { Sink.keep(source.sorted { $0.rank < $1.rank }.snapshot()) }
        },
        sortingArray(orders),
      ]
    }
  }

  private static var sortingWideRows: Case {
    Case("sort-wide-100k", "rows of 168 bytes are sorted in a new list", textbook: "array") {
      let rows = OrderRow.orders(0..<100_000).map { WideRow(order: $0) }
      let source = LiveList(rows)
      return [
        .onThread("stagecraft") { times in
          for _ in 0..<times {
            Sink.keep(source.sorted { $0.order.rank < $1.order.rank }.snapshot())
          }
        },
        .onThread("array") { times in
          for _ in 0..<times { Sink.keep(rows.sorted { $0.order.rank < $1.order.rank }) }
        },
      ]
    }
  }

  private static var sortingByTwo: Case {
    Case("sort-two-100k", "orders are sorted by two numbers in a new list", textbook: "array") {
      let rows = OrderRow.orders(0..<100_000)
      let source = LiveList(rows)
      return [
        .onThread("stagecraft") { times in
          for _ in 0..<times {
            Sink.keep(
              source.sorted(by: [.ascending(\.branch), .ascending(\.otherRank)]).snapshot())
          }
        },
        .onThread("stagecraft-closure") { times in
          for _ in 0..<times {
            Sink.keep(
              source.sorted { ($0.branch, $0.otherRank) < ($1.branch, $1.otherRank) }.snapshot())
          }
        },
        .onThread("array") { times in
          for _ in 0..<times {
            Sink.keep(rows.sorted { ($0.branch, $0.otherRank) < ($1.branch, $1.otherRank) })
          }
        },
      ]
    }
  }

  private static func resorting(_ size: DerivedSize) -> Case {
    Case("sort-other-\(size.name)", "the orders are sorted in another order", textbook: "array") {
      let orders = OrderRow.orders(0..<size.rawValue)
      let list = LiveList(orders).sorted { $0.rank < $1.rank }
      return [
        .onThread("stagecraft") { times in
          for time in 0..<times {
            if time & 1 == 0 {
              list.sort { $0.otherRank < $1.otherRank }
            } else {
              list.sort { $0.rank < $1.rank }
            }
            Sink.keep(list.snapshot())
          }
        },
        sortingArray(orders),
      ]
    }
  }

  private static func sortingArray(_ orders: [OrderRow]) -> Subject {
    .onThread("array") { times in
      for _ in 0..<times { Sink.keep(orders.sorted { $0.rank < $1.rank }) }
    }
  }

  private static func finding(_ size: ListSize) -> Case {
    Case("find-\(size.name)", "the order with a random id", textbook: "dictionary") {
      let orders = OrderRow.orders(0..<size.rawValue)
      let snapshot = LiveList(orders).snapshot()
      let places = Dictionary(uniqueKeysWithValues: orders.map { ($0.id, $0) })
      return [
        finding("stagecraft", orders.count) { snapshot[id: $0] },
        finding("dictionary", orders.count) { places[$0] },
      ]
    }
  }

  @inline(__always)
  private static func finding(
    _ name: String, _ count: Int, _ order: @escaping (UUID) -> OrderRow?
  ) -> Subject {
    var numbers = Numbers()
    return .onThread(name) { times in
      var sum = 0
      for _ in 0..<times { sum &+= order(UUID(number: numbers.below(count)))?.step ?? 0 }
      Sink.keep(sum)
    }
  }

  /// The processor time of the main thread while an observer waits for other rows.
  private static var newRulesOnMain: Case {
    Case(
      "new-rules-main-1m",
      "a list of a million orders that is observed has another filter or order: processor time on "
        + "the main thread until the observer is notified"
    ) {
      let source = LiveList(OrderRow.orders(0..<1_000_000))
      let filtered = source.filtered { $0.rank & 1 == 0 }
      let sorted = source.sorted { $0.rank < $1.rank }
      return [
        .observed("stagecraft-filter", events: 10) { events in
          try MainDelivery.times(events, of: filtered) { time in
            let bit: UInt64 = time & 1 == 0 ? 2 : 1
            filtered.filter { $0.rank & bit == 0 }
          }
        },
        .observed("stagecraft-order", events: 4) { events in
          try MainDelivery.times(events, of: sorted) { time in
            if time & 1 == 0 {
              sorted.sort { $0.otherRank < $1.otherRank }
            } else {
              sorted.sort { $0.rank < $1.rank }
            }
          }
        },
      ]
    }
  }
}

/// The number of orders in a derived list.
private enum DerivedSize: Int, CaseIterable {
  case tiny = 100
  case few = 1_000
  case medium = 100_000
  case large = 1_000_000

  var name: String {
    switch self {
    case .tiny: "100"
    case .few: "1k"
    case .medium: "100k"
    case .large: "1m"
    }
  }
}

extension OrderRow {
  /// A number that looks random, the same for the same order.
  fileprivate var rank: UInt64 {
    (UInt64(truncatingIfNeeded: step) &* 0x9E37_79B9_7F4A_7C15) >> 20
  }

  fileprivate var otherRank: UInt64 {
    (UInt64(truncatingIfNeeded: step) &* 0xBF58_476D_1CE4_E5B9) >> 20
  }
}

/// Grouping, and what a tenth more or less costs.
private struct GroupingTrial {
  let orders: Int
  let sections: Int

  private var name: String {
    "\(orders >= 1_000 ? "\(orders / 1_000)k" : "\(orders)")-in-\(sections)"
  }

  private func section(of order: OrderRow) -> Int { Int(order.rank % UInt64(sections)) }

  var first: Case {
    Case(
      "group-first-\(name)", "\(orders) orders in \(sections) sections, in a list that is new",
      textbook: "dictionary"
    ) {
      let all = OrderRow.orders(0..<orders)
      let source = LiveList(all)
      return [
        .onThread("stagecraft") { times in
          for _ in 0..<times { Sink.keep(source.grouped(by: section).snapshot()) }
        },
        dictionary(all),
      ]
    }
  }

  var more: Case {
    Case("group-more-\(name)", "a tenth more orders come", textbook: "dictionary") {
      let (old, come) = (OrderRow.orders(0..<orders), OrderRow.orders(orders..<orders * 11 / 10))
      return [
        edited(old) { list in
          list.transaction { draft in for order in come { draft.upsert(order) } }
        },
        dictionary(old + come),
      ]
    }
  }

  var gone: Case {
    Case("group-gone-\(name)", "a tenth of the sections go", textbook: "dictionary") {
      let old = OrderRow.orders(0..<orders)
      let isGone = { (order: OrderRow) in section(of: order) % 10 == 3 }
      return [
        edited(old) { $0.removeAll { isGone($0) } },
        dictionary(old.filter { !isGone($0) }),
      ]
    }
  }

  /// Each time with a new list; only the reading after the edit is timed.
  private func edited(
    _ old: [OrderRow], _ edit: @escaping (LiveList<OrderRow>) -> Void
  ) -> Subject {
    Subject("stagecraft") { times in
      var nanoseconds: Int64 = 0
      for _ in 0..<times {
        let list = LiveList(old)
        let grouped = list.grouped(by: section)
        Sink.keep(grouped.snapshot())
        edit(list)
        let stopwatch = Stopwatch()
        Sink.keep(grouped.snapshot())
        nanoseconds += stopwatch.nanoseconds
      }
      return Sample(operations: times, nanoseconds: nanoseconds)
    }
  }

  private func dictionary(_ orders: [OrderRow]) -> Subject {
    .onThread("dictionary") { times in
      for _ in 0..<times {
        Sink.keep(
          Dictionary(grouping: orders, by: section).map { ($0.key, $0.value) }
            .sorted { $0.0 < $1.0 })
      }
    }
  }
}

/// An observer on the main actor, and the processor time that it costs there.
@MainActor
private final class MainDelivery {
  private var continuation: CheckedContinuation<Void, Never>?
  private var observation: ListObservation?

  nonisolated init() {}

  private func begin(_ list: DerivedList<OrderRow>) {
    observation = list.observe(initial: false) { _ in
      self.continuation?.resume()
      self.continuation = nil
    }
  }

  private func next(_ change: () -> Void) async -> Int64 {
    let start = MainWatch.processorTime
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      change()
    }
    return MainWatch.processorTime - start
  }

  private func end() {
    observation?.cancel()
    observation = nil
  }

  /// Changes a list some times, and waits for the notification each time.
  ///
  /// The number is even, so that the list is then as before: a repetition that began with the rules
  /// that the list has already would wait forever.
  nonisolated static func times(
    _ events: Int, of list: DerivedList<OrderRow>, _ change: @escaping @Sendable (Int) -> Void
  ) throws -> [Int64] {
    _ = list.snapshot()
    return try waitForTask {
      let delivery = MainDelivery()
      await delivery.begin(list)
      var times: [Int64] = []
      for event in 0..<(events + events % 2) {
        times.append(await delivery.next { change(event) })
      }
      await delivery.end()
      return times
    }
  }
}
