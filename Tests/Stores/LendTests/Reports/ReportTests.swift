#if SQLite && PostgreSQL
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import LendCommands

@Suite("Reports")
struct ReportTests {
  @Test func linesOfJSONAreVersionedObjects() throws {
    let lines = JSONReport(sampleReport(), pool: "devices").lines
    #expect(lines.count == 6)
    let objects = try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.allSatisfy { $0["version"] as? Int == 1 && $0["pool"] as? String == "devices" })
    #expect(
      objects.map { $0["kind"] as? String } == ["pool"] + Array(repeating: "resource", count: 4) + [
        "waiting"
      ])
    #expect(objects[0]["free"] as? Int == 1 && objects[0]["timeToLive"] as? Double == 30)
    #expect(objects[2]["job"] as? String == "nightly <&> \"build\"")
    #expect(objects[2]["fence"] as? Int == 1 << 40 | 7)
    #expect(objects[3]["remaining"] as? Double == -2)
    #expect(objects[4]["name"] as? String == "<script>alert('x')</script>")
    let wants = try #require(objects[5]["wants"] as? [[String: Any]])
    #expect(wants[0]["count"] as? Int == 2 && wants[0]["preferring"] as? String == "build-9")
  }

  @Test func controlCharactersAreEscapedInJSON() throws {
    let line = JSONLine("x").with("text", "a\u{1}\n\"\\\u{9B}é").text
    #expect(!line.utf8.contains { $0 < 32 })
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["text"] as? String == "a\u{1}\n\"\\\u{9B}é")
  }

  @Test func thePageEscapesTextAndNeedsNothingElse() {
    let page = HTMLReport(sampleReport(), pool: "a<b", place: "here & there", time: 0).text
    #expect(page.contains("<h1>a&lt;b</h1>") && page.contains("here &amp; there"))
    #expect(page.contains("1970-01-01 00:00:00Z"))
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"))
    #expect(page.contains("nightly &lt;&amp;&gt; &quot;build&quot;"))
    #expect(!page.contains("http") && !page.contains("src=") && !page.contains("url("))
    for state in ["free", "lent", "overdue", "quarantined"] {
      #expect(page.contains("<li class=\"\(state)\"><b>1</b> \(state)</li>"))
    }
    #expect(page.contains("2 × ios + licence") && page.contains("12.5 s"))
    #expect(page.contains("prefers-color-scheme: dark"))
  }

  /// A scalar that joins the next one makes one character of both, which is no "<" or "'".
  @Test func scalarsThatJoinOthersAreEscaped() {
    let page = HTMLReport(sampleReport(), pool: "\u{d4e}<script>", place: "here", time: 0).text
    #expect(!page.unicodeScalars.contains("<script".unicodeScalars))
    let metrics = OpenMetricsReport(sampleReport(), pool: "a\"\u{301}b").text
    #expect(metrics.unicodeScalars.contains("a\\\"\u{301}b".unicodeScalars))
    let quoted = "x'\u{301}; cmd".quotedForShell
    #expect(quoted.unicodeScalars.elementsEqual("'x'\\''\u{301}; cmd'".unicodeScalars))
  }

  @Test func thePageIsWellFormed() throws {
    // All elements are closed, so that the page is XML apart from its first line.
    let page = HTMLReport(sampleReport(), pool: "devices", place: "here", time: 0).text
    var open: [Substring] = []
    for match in page.matches(of: /<(\/?)([a-z0-9]+)[^>]*>/) {
      if ["meta"].contains(match.2) { continue }
      if match.1.isEmpty { open.append(match.2) } else { #expect(open.popLast() == match.2) }
    }
    #expect(open.isEmpty)
  }

  @Test func anEmptyStockHasAPage() {
    let report = SharedPoolReport(
      settings: SharedPoolSettings(), resources: [], line: [], waiting: 0)
    let page = HTMLReport(report, pool: "devices", place: "here", time: 0).text
    #expect(page.contains("The stock is empty.") && page.contains("No request waits."))
  }

  @Test func metricsFollowTheFormat() throws {
    let report = OpenMetricsReport(sampleReport(), pool: "a\"b\\c")
    let lines = report.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "" && lines.dropLast().last == "# EOF")
    var families: [String: String] = [:]
    var current = ""
    for line in lines.dropLast(2) {
      if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (gauge|counter)/) {
        current = String(match.1)
        // The samples of a family are not interrupted.
        #expect(families.updateValue(String(match.2), forKey: current) == nil)
      } else if line.hasPrefix("# ") {
        #expect(line.split(separator: " ")[2] == current)
      } else {
        let match = try #require(
          line.wholeMatch(
            of: /([a-z_]+)\{pool="a\\"b\\\\c"(?:,[a-z]+="(?:[^"\\]|\\.)*")?\} (-?[0-9.]+)/))
        let suffix = families[current] == "counter" ? "_total" : ""
        #expect(match.1 == current + suffix)
      }
    }
    #expect(report.text.contains("state=\"free\"} 1\n") && families.count >= 6)
    #expect(report.text.contains("lend_events_total{pool=\"a\\\"b\\\\c\",kind=\"granted\"} 12\n"))
    #expect(report.text.contains("kind=\"expired\"} 0\n"))
    #expect(report.text.contains("resource=\"phone-3\"} -2.000000"))
  }

  @Test func theTableHidesWhatCouldControlATerminal() {
    var report = sampleReport()
    report.resources[3].reason = "a\u{9B}2J\u{202E}b"
    let lines = TableReport(report, pool: "p").lines
    #expect(lines[0] == "p: 1 free, 1 lent, 1 overdue, 1 quarantined; 1 waiting")
    let text = lines.joined(separator: "\n")
    #expect(text.contains("a?2J?b"))
    #expect(text.contains("00000000-0000-0003-0000-000000000004"))
  }

  @Test func aFrameFitsTheTerminal() {
    let frame = boardFrame(["abcdef", "b", "c", "d"], size: (3, 4))
    #expect(frame == "\u{1B}[Habc\u{1B}[K\r\nb\u{1B}[K\r\nc\u{1B}[K\r\n\u{1B}[J")
  }

  @Test(arguments: [
    (350, "350 µs"), (12_000, "12 ms"), (12_500_000, "12.5 s"), (30_000_000, "30 s"),
    (250_000_000, "4 min 10 s"), (11_100_000_000, "3 h 5 min"), (187_200_000_000, "2 d 4 h"),
    (-2_000_000, "-2 s"),
  ])
  func durationsAreReadable(_ microseconds: Int, _ text: String) {
    #expect(Duration.microseconds(microseconds).reading == text)
  }

  @Test(arguments: [0, 1, 2, 3, 7, 8, 1_000, 123_457])
  func theLastEntryIsFoundInFewReads(_ last: Int64) async throws {
    var reads = 0
    let found = try await lastNumber { number in
      reads += 1
      return number < last
    }
    #expect(found == last && reads <= 40)
  }
}
#endif
