internal import Foundation
internal import Harness

extension Check {
  /// Observes the whole process without work, after everything has been used once.
  static var idle: Check {
    Check("idle", "threads and processor time without work") {
      // The first use also starts the threads of the concurrency runtime, which do not count.
      _ = try waitForTask { try await use() }
      Thread.sleep(forTimeInterval: 0.2)
      let threadsBefore = threadCount
      let kept = try waitForTask { try await use() }
      Thread.sleep(forTimeInterval: 0.3)
      let threads = threadCount
      let start = processorNanoseconds
      Thread.sleep(forTimeInterval: 1)
      let used = processorNanoseconds - start
      let findings = [
        Finding(
          "stagecraft", "\(used / 1_000) us of processor time in a second",
          isBroken: used > 2_000_000)
      ]
      guard let threads, let threadsBefore else { return findings }
      return withExtendedLifetime(kept) {
        findings + [
          Finding(
            "stagecraft", "\(threads) threads in the process, \(threadsBefore) before it was used",
            isBroken: threads > threadsBefore)
        ]
      }
    }
  }

  /// Uses everything, and returns it so that it stays alive during the measurement.
  private static func use() async throws -> [any Sendable] {
    let shape = Shape.wavefront(32)
    let bodies = Bodies(shape.nodeCount, hold: .microsecond)
    let graph = try StagecraftGraph(shape, bodies, workers: 2)
    try await graph.run()
    try bodies.verify(times: 1)
    let asynchronous = try StagecraftGraph(shape, asynchronous: bodies, suspends: true, workers: 2)
    try await asynchronous.run()
    try bodies.verify(times: 1)
    let manager = try await StagecraftSubmitting.manager(shape.nodeCount, bodies)
    try bodies.verify(times: 1)
    return [bodies, graph, asynchronous, manager]
  }

  /// The processor time that this process has used so far, on all processors.
  private static var processorNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The number of threads of this process, where the system reports it.
  private static var threadCount: Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
  }
}
