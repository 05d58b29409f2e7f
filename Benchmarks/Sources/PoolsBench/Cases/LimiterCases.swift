internal import Harness
internal import StagecraftPools

extension Case {
  /// A permit that is free, and permits for which eight tasks wait.
  static var limited: [Case] {
    [
      Case("limiter", "a free permit, from a task") {
        let plain = TaskLimiter(limit: 4)
        let rated = TaskLimiter(limit: 4, starts: .max - 1, per: .seconds(1))
        let pool = try BoundedPool.ofBooks(4)
        return [
          .inTask("stagecraft") { try await Visitor.permit(of: plain, times: $0) },
          .inTask("stagecraft-rate") { try await Visitor.permit(of: rated, times: $0) },
          .inTask("bounded-pool") { try await Visitor.withElement(from: pool, times: $0) },
        ]
      },
      Case("limiter-8-waiting", "eight tasks take turns with two permits, each with a suspension") {
        let limiter = TaskLimiter(limit: 2)
        let pool = try BoundedPool.ofBooks(2)
        return [
          .inTasks("stagecraft", count: 8) { times in
            for _ in 0..<times { try await limiter.withPermit { await Task.yield() } }
          },
          .inTasks("bounded-pool", count: 8) { times in
            for _ in 0..<times { try await pool.withElement { _ in await Task.yield() } }
          },
        ]
      },
    ]
  }
}
