import Foundation
import Testing

@testable import LibraryModel

/// The application is killed at random moments of its demonstration, as often as `CITY_KILLS` says.
@Suite(.enabled(if: Application.program != nil), .serialized, .timeLimit(.minutes(60)))
struct KillTests {
  private let count = Application.number("CITY_KILLS", or: 8)

  @Test func everyStartAfterAKillShowsAConsistentLibrary() async throws {
    let folder = try TemporaryFolder()
    var (facts, longest) = (Facts(), Duration.zero)
    let other = try Application(in: folder.url, "--pace", "0.1", "--another-desk")
    try #require(await other.line { $0.hasPrefix("catalogue:") } != nil)
    for number in 1...count {
      let desk = try Application(in: folder.url, "--pace", "0.1")
      // The moment is the point: every fourth during the launch, the others later.
      if number % 4 == 0 {
        try await Task.sleep(for: .milliseconds(.random(in: 0...1_000)))
      } else {
        let opened = try #require(await desk.line { $0.hasPrefix("catalogue:") })
        longest = max(longest, opened)
        try await Task.sleep(for: .milliseconds(.random(in: 0...5_000)))
      }
      await desk.kill()
      facts.read(desk.lines)
      let check = try await LibraryCheck(of: folder.library)
      #expect(check.faults == [], "after kill \(number)")
      #expect(try facts.lost(in: folder.library) == [], "after kill \(number)")
      // The other desk goes on.
      let hasGoneOn = await other.line { $0.hasPrefix("lent") || $0.hasPrefix("returned") }
      try #require(hasGoneOn != nil)
    }
    let last = try Application(in: folder.url, "--pace", "0.1")
    try #require(await last.line { $0.hasPrefix("catalogue:") } != nil)
    await last.kill()
    await other.kill()
    facts.read(last.lines)
    facts.read(other.lines)
    #expect(try await LibraryCheck(of: folder.library).faults == [])
    #expect(try facts.lost(in: folder.library) == [])
    #expect(facts.count > count)
    print("\(count) kills; \(facts.count) loans; opened after at most \(longest)")
  }

  @Test func aFileThatWasNotMadeToItsEndIsMadeAgain() async throws {
    for _ in 1...max(2, count / 5) {
      let folder = try TemporaryFolder()
      let first = try Application(in: folder.url, "--pace", "0.1", titles: 30_000)
      try await Task.sleep(for: .milliseconds(.random(in: 0...1_500)))
      await first.kill()
      let next = try Application(in: folder.url, "--pace", "0.1", titles: 30_000)
      try #require(await next.line { $0.hasPrefix("catalogue:") } != nil)
      await next.kill()
      #expect(try await LibraryCheck(of: folder.library).faults == [])
    }
  }

  /// What a process has said about its loans, each a copy and a fence.
  private struct Facts {
    private var last: [Substring: Substring] = [:]
    var count: Int { last.count }

    mutating func read(_ lines: [String]) {
      for line in lines {
        let parts = line.split(separator: " ", maxSplits: 1)
        if ["lent", "returning", "returned"].contains(parts.first) { last[parts[1]] = parts[0] }
      }
    }

    /// Those that the file contradicts; a return that was not confirmed is done or not.
    func lost(in path: String) throws -> [String] {
      let rows = Set(try SQLConnection(path).texts("SELECT id || ' ' || fence FROM loans"))
      return last.compactMap { loan, fact in
        switch fact {
        case "lent" where !rows.contains(String(loan)): "not on loan: \(loan)"
        case "returned" where rows.contains(String(loan)): "not returned: \(loan)"
        default: nil
        }
      }
    }
  }
}
