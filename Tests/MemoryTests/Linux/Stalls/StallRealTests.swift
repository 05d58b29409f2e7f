import Foundation
import Testing

@testable import StagecraftMemory

/// The kernel reports stalls, and the reports are right.
///
/// A group that reads more than it may keep makes the machine stall; nothing else is affected.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(if: KernelProbe.tellsOfStalls, "the kernel tells of no stalls, or no group can be made"))
struct StallRealTests {
  @Test func aRealStallIsHeard() async throws {
    let group = try RealGroup()
    try group.write("memory.limit_in_bytes", "\(8 << 20)")
    let log = MessageLog()
    let watch = try StallPressure.machineWide().watch(log.reporter())
    // Where files are kept in memory, nothing would have to be read again.
    let file = "/var/tmp/stagecraft-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try group.reread(file, bytes: 48 << 20)
    let report = await log.next { $0.report != nil }?.report
    group.end()
    watch.end()
    guard case .stalled(_, let microseconds)? = report?.cause else {
      Issue.record("\(String(describing: report))")
      return
    }
    #expect(microseconds >= 150_000)
    try await group.remove()
  }
}
