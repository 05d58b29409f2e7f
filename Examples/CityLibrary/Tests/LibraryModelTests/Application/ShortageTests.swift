import Foundation
import Testing

@testable import LibraryModel

/// The application in a memory group that is twice as large as what it takes when idle.
@Suite(
  .enabled(if: Application.program != nil),
  .enabled(if: MemoryGroup.canBeMade, "no group of processes with less memory can be made here"),
  .serialized, .timeLimit(.minutes(5)))
struct ShortageTests {
  /// The demonstration types words, plays shortages, and says “missing” if the words or anything
  /// else is not there afterwards.
  @Test func aDemonstrationSurvivesAndWhatWasTypedStays() async throws {
    let (folder, group) = (try TemporaryFolder(), try MemoryGroup())
    defer { group.remove() }
    let desk = try Application(in: folder.url, "--pace", "0.2", startedBy: group.command)
    // All tabs were seen, and the processes of the web page have started.
    try #require(await desk.line { $0.hasPrefix("backstage:") } != nil)
    let (idle, anonymous) = (group.usage, group.anonymous)
    try group.limit(to: 2 * idle)
    // Other processes take what is left, a little at a time: the application has time to answer.
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let steps = max(0, (2 * idle - anonymous) / (4 << 20) - 4)
    let take = "dd if=/dev/zero bs=4M count=1 2>/dev/null | sleep 600"
    other.arguments =
      group.command
      + ["/bin/sh", "-c", "for i in $(seq \(steps)); do \(take) & sleep 0.1; done; wait"]
    try other.run()
    defer { other.terminate() }
    // At least two rounds, and one with the limit reached.
    var rounds = 0
    while rounds < 2 || rounds < 12 && group.hits == 0 {
      try #require(
        await desk.line { $0.hasPrefix("pressure:") } != nil, "The application has ended.")
      rounds += 1
    }
    #expect(group.hits > 0, "The limit was not reached.")
    #expect(desk.lines.filter { $0.hasPrefix("missing") } == [])
    #expect(group.kills == 0)
    print(
      """
      \(group.mechanism): idle \(idle >> 20) MB, \(anonymous >> 20) MB of it anonymous; \
      filled to \(group.usage >> 20) MB of \(2 * idle >> 20) MB
      """)
  }
}
