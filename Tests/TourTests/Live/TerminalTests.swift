#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import StagecraftTourScenes

/// The command on a terminal, in a process of its own.
@Suite(.timeLimit(.minutes(3)))
struct TerminalTests {
  private static func environment(_ changes: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment
      .merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }.merging(changes) { $1 }
  }

  private func play(
    _ columns: Int, _ changes: [String: String] = [:], _ arguments: [String] = ["lending"]
  ) async throws -> (text: String, status: Int32) {
    try await onThread {
      let terminal = try PseudoTerminal(
        Guests.program, arguments, columns: columns, environment: Self.environment(changes))
      let text = terminal.read()
      return (text, terminal.close())
    }
  }

  @Test(arguments: [10, 40, 80, 200])
  func picturesFitIntoTheTerminalAndReplaceEachOther(columns: Int) async throws {
    let (text, status) = try await play(columns)
    #expect(status == 0)
    let screen = TerminalScreen(text)
    #expect(screen.replacements > 4)
    #expect((1..<min(81, columns)).contains(screen.widestReplaced), "\(screen.widestReplaced)")
    #expect(screen.unknownCodes == [])
    let shown = screen.lines
    // The last picture of each of both days remains, once.
    #expect(shown.count { $0.hasPrefix("Tea") && $0.contains("█") } == 2)
    #expect(shown.contains { $0.hasPrefix("All ") } && !shown.contains { $0.contains("BROKEN") })
    #expect(text.contains("\u{1B}[32m"))
    // The cursor is never hidden, so that nothing must show it again.
    #expect(!text.contains("\u{1B}[?"))
  }

  @Test func withoutColoursThePicturesStillMove() async throws {
    let (text, status) = try await play(80, ["NO_COLOR": "1"])
    #expect(status == 0)
    #expect(TerminalScreen(text).replacements > 4)
    #expect(text.firstMatch(of: /\u{1B}\[\d*m/) == nil)
  }

  @Test(arguments: ["dumb", ""])
  func aTerminalWithoutControlCodesReceivesPlainLines(kind: String) async throws {
    let (text, status) = try await play(80, ["TERM": kind])
    #expect(status == 0)
    #expect(!text.contains("\u{1B}") && !text.contains("█"))
  }

  @Test func jsonIsPlainOnATerminal() async throws {
    let (text, status) = try await play(80, [:], ["--json", "lending"])
    #expect(status == 0)
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.count > 10 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test func anInterruptEndsTheProcessAndLeavesTheTerminalAsItWas() async throws {
    let (text, status) = try await onThread {
      let terminal = try PseudoTerminal(
        Guests.program, ["lending"], columns: 80, environment: Self.environment([:]))
      let first = terminal.read { !$0.contains("█") }
      terminal.type(3)
      return (first + terminal.read(), terminal.close())
    }
    #expect(status & 0x7F == SIGINT)
    #expect(!text.contains("\u{1B}[?"))
    let last = text.matches(of: /\u{1B}\[(\d*)m/).last?.output.1
    #expect(last == "0")
  }

  @Test func pipedThereAreOnlyPlainLines() async throws {
    let lines = try await onThread {
      let child = try ChildProcess(
        Guests.program, ["lending"], environment: Self.environment([:]))
      var lines: [String] = []
      _ = child.readLines(until: .now + .seconds(120)) {
        lines.append(String(decoding: $0, as: UTF8.self))
      }
      return lines
    }
    #expect(lines.count > 30)
    #expect(lines.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("█") && $0.count <= 100 })
  }
}
#endif
