#if GTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Main loop", .timeLimit(.minutes(2)))
  struct MainLoopTests {
    init() { GTKTest.prepare() }

    /// A frame that takes longer than its time is followed by the next one at once, so that jobs
    /// waited until an animation had ended.
    @Test func aJobWaitsForOneSlowFrameAtMost() async throws {
      let label = Label("Emma")
      let window = TestWindow(label)
      try await window.open()
      let (first, last) = (3, 12)
      var frames = 0
      var answer: Int?
      label.onFrame {
        frames += 1
        let end = ContinuousClock.now + .milliseconds(30)
        while ContinuousClock.now < end {}
        if frames == first { Task { answer = frames } }
        return frames < last
      }
      #expect(await GTKTest.until { frames == last && answer != nil })
      #expect(try #require(answer) <= first + 1)
      window.close()
    }
  }
}
#endif
