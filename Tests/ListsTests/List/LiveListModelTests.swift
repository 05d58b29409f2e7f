import TestSupport
import Testing

@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct LiveListModelTests {
  @Test
  func randomEditsMatchAnArray() throws {
    try withEverySeed(in: 0..<60) { generator in
      var model = LiveListModel(count: Int.random(in: 0...60, using: &generator))
      for _ in 0..<120 {
        try model.step(&generator)
        if generator.oneIn(3) { try model.check() }
      }
      try model.check()
    }
  }

  @Test
  func randomEditsOfLongListsMatchAnArray() throws {
    try withEverySeed(in: 0..<4) { generator in
      var model = LiveListModel(count: 2000)
      for step in 0..<400 {
        try model.step(&generator)
        if step % 80 == 79 { try model.check() }
      }
    }
  }
}
