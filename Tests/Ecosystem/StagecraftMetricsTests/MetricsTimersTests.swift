#if Metrics
import Metrics
import MetricsTestKit
import Testing

@testable import StagecraftMetrics

struct MetricsTimersTests {
  // An object of a name is added before the metrics of the last one are destroyed. Its recorder kept
  // the old timer, so that its durations were lost.
  @Test func aNameThatComesBackMeanwhileHasATimerAgain() throws {
    let test = TestMetrics()
    let timers = MetricsTimers(test)
    let books = MetricsObject(prefix: "stagecraft", kind: "pool", name: "books")
    let recorder = MetricsRecorder(books, timers, timesEach: true)
    recorder.time("wait", .seconds(1))
    timers.end(books)
    recorder.time("wait", .seconds(2))
    let timer = try test.expectTimer("stagecraft.pool.wait", [("pool", "books")])
    #expect(timer.values == [2_000_000_000])
  }
}
#endif
