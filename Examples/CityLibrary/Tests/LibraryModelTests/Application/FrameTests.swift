import Foundation
import Testing

@testable import LibraryModel

/// A round of the demonstration, as its own timeline has recorded it.
@Suite(.enabled(if: Application.program != nil), .serialized, .timeLimit(.minutes(5)))
struct FrameTests {
  /// `CITY_LATE` says how late the main actor may be, in milliseconds: a debug build on a busy
  /// machine is slower than what people have.
  @Test func theMainActorIsNeverLate() async throws {
    let folder = try TemporaryFolder()
    let report = folder.url.appending(path: "report.html")
    let desk = try Application(
      in: folder.url, "--pace", "0.3", "--report", report.path,
      titles: Application.number("CITY_TITLES", or: 3_000))
    #expect(await desk.end() == 0)
    let words = desk.lines.first { $0.hasPrefix("worst block") }?.split(separator: " ")
    let worst = try #require(words.flatMap { Int($0[$0.count - 2]) })
    #expect(worst <= Application.number("CITY_LATE", or: 1_000))
    let page = try String(contentsOf: report, encoding: .utf8)
    #expect(page.contains("first frame"))
    #expect(!desk.lines.contains { $0.hasPrefix("missing") }, "\(desk.lines)")
  }
}
