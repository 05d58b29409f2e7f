import Foundation
import TestSupport
import Testing

@testable import StagecraftTourScenes

/// Waiting for a child process always ends.
@Suite(.timeLimit(.minutes(3)))
struct ChildProcessTests {
  private func shell(_ script: String) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", script], environment: [:])
  }

  @Test func aSilentChildIsNotReadForEver() async throws {
    let (isComplete, ending) = try await onThread {
      let child = try shell("exec sleep 600")
      let isComplete = child.readLines(until: .now + .seconds(2)) { _ in }
      let ending = child.waitForEnd(until: .now + .milliseconds(50))
      return (isComplete, ending)
    }
    #expect(!isComplete)
    #expect(ending == .unknown)
  }

  // The process that the child started keeps the output open.
  @Test func aChildThatLeavesAProcessBehindIsNotReadForEver() async throws {
    let (lines, isComplete, ending) = try await onThread {
      let child = try shell("sleep 60 2> /dev/null & echo gone")
      let ending = child.waitForEnd(until: .now + .seconds(60))
      var lines: [String] = []
      let isComplete = child.readLines(until: .now + .seconds(2)) { bytes in
        lines.append(String(decoding: bytes, as: UTF8.self))
      }
      return (lines, isComplete, ending)
    }
    #expect(lines == ["gone"])
    #expect(!isComplete)
    #expect(ending == .exited(0))
  }

  @Test func aFinishedChildIsReadToItsEnd() async throws {
    let (lines, isComplete, endings) = try await onThread {
      let child = try shell("echo one; echo two; exit 7")
      var lines: [String] = []
      let isComplete = child.readLines(until: .now + .seconds(60)) { bytes in
        lines.append(String(decoding: bytes, as: UTF8.self))
      }
      let endings = (0..<2).map { _ in child.waitForEnd(until: .now + .seconds(60)) }
      return (lines, isComplete, endings)
    }
    #expect(lines == ["one", "two"])
    #expect(isComplete)
    #expect(endings == [.exited(7), .exited(7)])
  }

  // Threads of tasks block signals; the processes that they start must not.
  @Test(.enabled("Only where blocked signals can be read, in /proc.") { MemoryLimiter.isSupported })
  func aChildReceivesAllSignals() async throws {
    let lines = try await onThread {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      let child = try shell("while read line; do echo \"$line\"; done < /proc/self/status")
      var lines: [String] = []
      _ = child.readLines(until: .now + .seconds(60)) { bytes in
        lines.append(String(decoding: bytes, as: UTF8.self))
      }
      return lines
    }
    let blocked = lines.first { $0.hasPrefix("SigBlk:") }
    #expect(blocked?.drop { $0 != ":" }.contains { $0.isHexDigit && $0 != "0" } == false)
  }
}
