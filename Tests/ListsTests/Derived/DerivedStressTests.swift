import StagecraftLists
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct DerivedStressTests {
  /// Each reader sees consistent versions and exact transitions; at rest, all see the same rows.
  @Test
  func readersOnDifferentThreadsSeeTheSameRows() async throws {
    let source = LiveList((0..<50).map { Copy(id: $0, shelf: $0 % 5) })
    let filtered = source.filtered { $0.shelf < 3 }
    let sorted = filtered.sorted { $0.shelf < $1.shelf }
    let grouped = sorted.grouped(by: \.shelf)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in UInt64(0)..<2 {
        group.addTask {
          try await onThread {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<300 {
              source.editSomehow(using: &generator)
              if generator.oneIn(40) {
                let limit = Int.random(in: 2...4, using: &generator)
                filtered.filter { $0.shelf < limit }
              }
            }
          }
        }
      }
      for _ in 0..<2 {
        group.addTask { try await onThread { try read(sorted, rounds: 300) } }
        group.addTask { try await onThread { try read(grouped, rounds: 300) } }
      }
      try await group.waitForAll()
    }
    filtered.filter { $0.shelf < 3 }
    let rows = source.snapshot().filter { $0.shelf < 3 }
    #expect(Array(filtered.snapshot()) == rows)
    #expect(Set(sorted.snapshot()) == Set(rows))
    #expect(Array(grouped.rows.snapshot()) == Array(sorted.snapshot()))
  }

  private func read(_ list: SortedList<Copy>, rounds: Int) throws {
    var last = list.snapshot()
    for _ in 0..<rounds {
      let step = list.changes(since: last)
      try step.changes.validate()
      try #require(step.changes.apply(to: Array(last)) { step.new[$0] } == Array(step.new))
      try #require(zip(step.new, step.new.dropFirst()).allSatisfy { $0.shelf <= $1.shelf })
      last = step.new
    }
  }

  private func read(_ list: GroupedList<Int, Copy>, rounds: Int) throws {
    var last = list.snapshot()
    for _ in 0..<rounds {
      let step = list.changes(since: last)
      try step.changes.validate()
      for section in step.new.sections {
        try #require(!section.isEmpty && section.allSatisfy { $0.shelf == section.key })
      }
      let replayed = step.changes.apply(to: last.sections.map { Array($0) }) { step.new[$0] }
      try #require(replayed == step.new.sections.map { Array($0) })
      last = step.new
    }
  }
}
