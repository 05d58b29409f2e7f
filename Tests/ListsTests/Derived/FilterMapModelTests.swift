import StagecraftLists
import TestSupport
import Testing

@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct FilterMapModelTests {
  @Test
  func rowsMatchTheModelAndChangesAreExact() throws {
    try withEverySeed(in: 0..<40) { generator in
      let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
      let filtered = source.filtered { $0.shelf % 2 == 0 }
      let mapped = source.mapped { "\($0)" }
      let coarse = source.mapped { $0.shelf / 2 }
      let chain = source.mapped { $0.shelf }.filtered { $0.value > 1 }.mapped { -$0.value }
      var probes = (
        FollowingProbe(filtered), FollowingProbe(mapped), FollowingProbe(coarse),
        FollowingProbe(chain)
      )
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
          source.editSomehow(using: &generator)
        }
        let rows = Array(source.snapshot())
        try probes.0.expect(rows.filter { $0.shelf % 2 == 0 })
        try probes.1.expect(rows.map { MappedElement(id: $0.id, value: "\($0)") })
        if generator.oneIn(2) {
          try probes.2.expect(rows.map { MappedElement(id: $0.id, value: $0.shelf / 2) })
        }
        if generator.oneIn(3) {
          let expected = rows.filter { $0.shelf > 1 }
            .map { MappedElement(id: $0.id, value: -$0.shelf) }
          try probes.3.expect(expected)
        }
      }
    }
  }

  @Test
  func newFilterAndEditsAreOneTransition() throws {
    try withEverySeed(in: 0..<30) { generator in
      let source = LiveList((0..<20).map { Copy(id: $0, shelf: $0 % 5) })
      var limit = 3
      let filtered = source.filtered { $0.shelf < 3 }
      let chain = filtered.mapped { $0.shelf }
      var probes = (FollowingProbe(filtered), FollowingProbe(chain))
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          source.editSomehow(using: &generator)
        }
        if generator.oneIn(2) {
          limit = Int.random(in: 0...6, using: &generator)
          filtered.filter { [limit] in $0.shelf < limit }
        }
        let rows = source.snapshot().filter { $0.shelf < limit }
        if generator.oneIn(2) { try probes.0.expect(rows) }
        try probes.1.expect(rows.map { MappedElement(id: $0.id, value: $0.shelf) })
      }
    }
  }
}
