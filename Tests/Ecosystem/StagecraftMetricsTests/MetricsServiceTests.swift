#if Metrics && ServiceLifecycle
import MetricsTestKit
import ServiceLifecycleTestKit
import StagecraftMetrics
import StagecraftPools
import StagecraftTestKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MetricsServiceTests {
  @Test func aGracefulShutdownEndsTheRunWithALastUpdate() async throws {
    let clock = ManualClock()
    let test = TestMetrics()
    let metrics = MetricsReporter(period: .seconds(5), factory: test, clock: clock)
    let pool = BoundedPool(lending: [1, 2])
    metrics.report(pool, as: "books")
    try await testGracefulShutdown { trigger in
      async let running: Void = metrics.run()
      try await clock.nextSleep()
      let lease = try await pool.lease()
      trigger.triggerGracefulShutdown()
      await running
      lease.release()
    }
    let idle = try test.expectMeter("stagecraft.pool.idle", [("pool", "books")])
    #expect(idle.values == [2, 1])
  }
}
#endif
