import Foundation
import Testing

@testable import StagecraftMemory

/// Stalls that the kernel reports.
///
/// A cgroup that reads a file larger than its limit stalls, without affecting other processes.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(
    if: KernelProbe.reportsStalls, "the kernel reports no stalls, or no cgroup can be created"))
struct StallRealTests {
  @Test func realStallIsReported() async throws {
    let group = try RealGroup()
    try group.write("memory.limit_in_bytes", "\(8 << 20)")
    let log = MessageLog()
    let watch = try StallPressure().watch(log.reporter())
    // Not in a file system in memory, where nothing is read again.
    let file = "/var/tmp/stagecraft-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try group.reread(file, bytes: 48 << 20)
    let report = await log.next { $0.report != nil }?.report
    group.end()
    watch.cancel()
    guard case .stalled(_, let microseconds)? = report?.cause else {
      Issue.record("\(String(describing: report))")
      return
    }
    #expect(microseconds >= 150_000)
    try await group.remove()
  }
}
