import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

@Suite(
  .timeLimit(.minutes(3)),
  .enabled(if: StalledGroup.canBeMade, "no cgroup of version 2 can be created here"))
struct TestCgroupTests {
  /// A process in a cgroup that ends only when it is killed.
  private final class Member: Sendable {
    private let process = Process()
    private let input = Pipe()

    /// Starts the process, and waits until it is in the cgroup.
    init(of directory: String) async throws {
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", #"echo $$ > "$1/cgroup.procs" && echo inside && exec cat"#, "sh", directory,
      ]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let text = try await onThread { try output.fileHandleForReading.read(upToCount: 6) }
      try #require(text == Data("inside".utf8))
    }
  }

  @Test func groupIsRemovedWithItsProcesses() async throws {
    let stalled = try StalledGroup()
    let directory = stalled.group.directory
    let members = [
      try await Member(of: directory), try await Member(of: directory),
      try await Member(of: directory),
    ]
    #expect(try await onThread { TestCgroup(directory).remove() })
    #expect(!FileManager.default.fileExists(atPath: directory))
    withExtendedLifetime(members) {}
  }

  @Test func groupCanBeRemovedOnceItIsReportedAsUnpopulated() async throws {
    let stalled = try StalledGroup()
    let group = TestCgroup(stalled.group.directory)
    let member = try await Member(of: group.directory)
    #expect(rmdir(group.directory) != 0)
    let wait = Task {
      try await onThread { group.waitUntilUnpopulated(until: .now + .seconds(60)) }
    }
    group.killProcesses()
    _ = try await wait.value
    #expect(rmdir(group.directory) == 0)
    withExtendedLifetime(member) {}
  }

  @Test func groupWithAnotherInsideIsNotRemoved() async throws {
    let stalled = try StalledGroup()
    let inside = stalled.group.directory + "/inside"
    try #require(mkdir(inside, 0o755) == 0)
    defer { rmdir(inside) }
    let group = TestCgroup(stalled.group.directory)
    #expect(try await onThread { !group.remove(patience: .milliseconds(10)) })
  }

  @Test func missingGroupCountsAsRemoved() throws {
    #expect(TestCgroup("/sys/fs/cgroup/stagecraft-\(UUID().uuidString)").remove())
  }
}
