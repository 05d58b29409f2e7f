#if GTK
import CGTK
import CStageGTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Main loop", .timeLimit(.minutes(2)))
  struct MainLoopTests {
    init() { GTKTest.prepare() }

    /// Takes longer than the interval between two frames.
    private func beSlow() {
      let end = ContinuousClock.now + .milliseconds(30)
      while ContinuousClock.now < end {}
    }

    /// Opens a window that calls a closure in each frame until this returns false.
    private func openWindow(
      onFrame body: @escaping @MainActor () -> Bool
    ) async throws -> TestWindow {
      let label = Label("Emma")
      let window = TestWindow(label)
      try await window.open()
      label.onFrame(body)
      return window
    }

    /// When a frame takes longer than its interval, GTK draws the next one at once.
    @Test func aJobWaitsForOneSlowFrameAtMost() async throws {
      let (first, last) = (3, 12)
      var frames = 0
      var answer: Int?
      let window = try await openWindow {
        frames += 1
        beSlow()
        if frames == first { Task { answer = frames } }
        return frames < last
      }
      #expect(await GTKTest.until { frames == last && answer != nil })
      #expect(try #require(answer) <= first + 1)
      window.close()
    }

    @Test func conditionsAreCheckedWhileAllFramesAreSlow() async throws {
      var frames = 0
      let window = try await openWindow {
        frames += 1
        beSlow()
        return true
      }
      #expect(await GTKTest.until { frames % 8 >= 4 }, "It holds for four frames of eight.")
      let checked = frames
      #expect(await !GTKTest.until(.milliseconds(200)) { false })
      #expect(frames > checked, "The frames have no end.")
      window.close()
    }

    /// A page that loads sends messages, which a web view receives above redrawing.
    @Test(arguments: [G_PRIORITY_DEFAULT, 10, G_PRIORITY_HIGH_IDLE])
    func aJobWaitsForEventsAndForOneTurnOfOtherWork(priority: Int32) async throws {
      let (first, last) = (3, 50)
      var turns = 0
      var answer: Int?
      let work = HeldClosure.hold { _ in
        turns += 1
        if turns == first { Task { answer = turns } }
        return turns < last
      }
      g_idle_add_full(priority, { HeldClosure.call($0) }, work, { HeldClosure.release($0) })
      #expect(await GTKTest.until { turns == last && answer != nil })
      if priority == G_PRIORITY_DEFAULT {
        #expect(answer == last)
      } else {
        #expect(try #require(answer) <= first + 1)
      }
    }

    @Test func manyJobsDoNotKeepGTKFromDrawing() async throws {
      var frames = 0
      let window = try await openWindow {
        frames += 1
        return frames < 10
      }
      // Each job enqueues the next one.
      let end = ContinuousClock.now + .seconds(20)
      func goOn() { if frames < 10, ContinuousClock.now < end { Task { goOn() } } }
      goOn()
      #expect(await GTKTest.until { frames == 10 })
      window.close()
    }

    /// A second source serves the queue, also while the first one is being dispatched.
    @Test func aLoopInsideAJobRunsNoOtherJob() async throws {
      var hasRun = false
      await Task {
        Task { hasRun = true }
        let drains = stage_loop_drains()
        for _ in 1...10 { g_main_context_iteration(nil, 0) }
        #expect(stage_loop_drains() > drains, "The queue was not called again.")
        #expect(!hasRun)
      }.value
      #expect(await GTKTest.until { hasRun })
    }
  }
}
#endif
