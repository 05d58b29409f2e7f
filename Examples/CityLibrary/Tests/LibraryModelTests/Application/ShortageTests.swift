import Foundation
import Testing

@testable import LibraryModel

/// The application in a memory group that is twice as large as what it takes when idle.
@Suite(
  .enabled(if: Application.program != nil && MemoryGroup.parent != nil), .timeLimit(.minutes(5)))
struct ShortageTests {
  @Test func coversAndHiddenTabsGoAndWhatWasTypedStays() async throws {
    let (folder, group) = (try TemporaryFolder(), try MemoryGroup())
    defer { group.remove() }
    let desk = try Application(in: folder.url, "--pace", "0.2", startedBy: group.command)
    try #require(await desk.line { $0.hasPrefix("catalogue:") } != nil)
    let idle = group.usage
    try group.limit(to: 2 * idle)
    // After a round without another process: all tabs have views.
    try #require(await desk.line { $0.hasPrefix("backstage:") } != nil)
    let before = try #require(State(desk.lines.last ?? ""))
    // Other processes take what is left, a little at a time: the application has time to answer.
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let steps = (2 * idle - group.usage) / (4 << 20)
    let take = "dd if=/dev/zero bs=4M count=1 2>/dev/null | sleep 600"
    other.arguments =
      group.command
      + ["/bin/sh", "-c", "for i in $(seq \(steps)); do \(take) & sleep 0.1; done; wait"]
    try other.run()
    defer { other.terminate() }
    print("idle: \(idle >> 20) MB; used: \(group.usage >> 20) MB; \(group.folder)")
    var least = before
    for _ in 1...2 {
      try #require(
        await desk.line {
          // The step itself plays a shortage: those before it do not.
          if $0.hasPrefix("pressure:") { return true }
          if let state = State($0), state.covers <= least.covers { least = state }
          return false
        } != nil, "The application has ended.")
    }
    // Covers are drawn again and again, and none is kept.
    let missing = desk.lines.filter { $0.hasPrefix("missing") && !$0.hasSuffix("covers") }
    #expect(missing == [])
    #expect(group.kills == 0)
    #expect(least.covers < before.covers && least.views < before.views)
    print("\(before), later \(least)")
  }

  /// What a step of the demonstration has printed.
  private struct State {
    var covers, views: Int

    init?(_ line: String) {
      let words = line.split { ": ,".contains($0) }
      guard words.count == 5, let covers = Int(words[1]), let views = Int(words[3]) else {
        return nil
      }
      (self.covers, self.views) = (covers, views)
    }
  }
}
