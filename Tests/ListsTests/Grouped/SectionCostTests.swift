import StagecraftLists
import Synchronization
import TestSupport
import Testing

/// The number of comparisons of grouped lists.
@Suite(.timeLimit(.minutes(3)))
struct SectionCostTests {
  private final class Counter: Sendable {
    let comparisons = Atomic(0)

    func count() { comparisons.add(1, ordering: .relaxed) }

    /// Returns the number of comparisons since the last call.
    func take() -> Int { comparisons.exchange(0, ordering: .relaxed) }
  }

  /// A day that counts comparisons by `==` and by `<`.
  private struct Day: Hashable, Comparable, Sendable {
    let number: Int
    let counter: Counter

    static func == (one: Day, other: Day) -> Bool {
      one.counter.count()
      return one.number == other.number
    }

    static func < (one: Day, other: Day) -> Bool {
      one.counter.count()
      return one.number < other.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private struct Photo: Identifiable, Sendable {
    let id: Int
    var day: Day
  }

  /// An upper bound, for sorting the keys of some rows and comparing those of all sections.
  private func bound(_ rows: Int, among sections: Int) -> Int {
    rows * (3 * (Int.bitWidth - sections.leadingZeroBitCount) + 12) + 12 * sections
  }

  private func photos(_ count: Int, _ counter: Counter) -> [Photo] {
    (0..<count).map { Photo(id: $0, day: Day(number: $0 * 7919 % 100_003, counter: counter)) }
  }

  @Test
  func manySectionsAreInsertedWithFewComparisons() {
    let counter = Counter()
    let source = LiveList(photos(3000, counter))
    let list = source.grouped(by: \.day)
    #expect(list.snapshot().sections.count == 3000)
    #expect(counter.take() <= bound(3000, among: 3000))

    source.transaction { draft in
      for photo in photos(3300, counter).dropFirst(3000) { draft.upsert(photo) }
    }
    #expect(list.snapshot().sections.count == 3300)
    #expect(counter.take() <= bound(300, among: 3300))
  }

  @Test
  func sectionsInOrderOfArrivalAreFoundWithFewComparisons() {
    let counter = Counter()
    let source = LiveList(photos(2000, counter))
    let list = source.grouped(by: \.day, sectionsSortedBy: { _, _ in false })
    #expect(list.snapshot().sections.keys.map(\.number) == source.snapshot().map(\.day.number))
    _ = counter.take()

    source.transaction { draft in
      for id in 0..<200 { draft.update(id * 10) { $0 = Photo(id: $0.id, day: $0.day) } }
      for photo in photos(2200, counter).dropFirst(2000) { draft.upsert(photo) }
    }
    let old = list.snapshot().sections.keys
    #expect(old.map(\.number) == source.snapshot().map(\.day.number))
    #expect(counter.take() <= bound(400, among: 2200))
  }

  @Test
  func newRowsAtTheEndAreLastInTheirSectionsWithoutComparisons() {
    let counter = HashCounter()
    let source = LiveList(CountedRow.rows(0..<1000, counter))
    let list = source.grouped(by: { $0.id.number % 100 })
    _ = list.snapshot()
    source.transaction { draft in
      for row in CountedRow.rows(1000..<1100, counter) { draft.upsert(row) }
    }
    _ = counter.take()
    let sections = list.snapshot().sections
    #expect(counter.take() <= 110, "only the 100 new rows are hashed")
    for section in sections {
      #expect(section.map(\.id.number) == Array(stride(from: section.key, to: 1100, by: 100)))
    }
  }

  @Test
  func inconsistentOrderLosesNoRow() throws {
    let counter = Counter()
    let source = LiveList(photos(60, counter))
    let list = source.grouped(by: \.day, sectionsSortedBy: { $0.number <= $1.number })
    for step in 0..<40 {
      source.upsert(photos(61 + step, counter)[60 + step])
      source.update(step) { $0.day = Day(number: step % 7, counter: counter) }
      let now = list.snapshot()
      #expect(now.count == 61 + step)
      #expect(Set(now.sections.keys).count == now.sections.count)
      for section in now.sections {
        #expect(section.allSatisfy { $0.day == section.key } && !section.isEmpty)
      }
    }
  }
}
