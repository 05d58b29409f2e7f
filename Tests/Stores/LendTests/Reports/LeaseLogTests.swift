#if SQLite && PostgreSQL
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import LendCommands

@Suite("The log of leases")
struct LeaseLogTests {
  private let request = LendingID(high: 1, low: 2)

  private func event(
    _ seconds: Int64, _ kind: LendingEvent.Kind, _ name: String? = "a", detail: String? = nil
  ) -> LendingEvent {
    LendingEvent(
      number: seconds, time: seconds * 1_000_000, kind: kind, resource: name, request: request,
      fence: kind == .granted ? Fence(7) : nil, detail: detail)
  }

  @Test func aLeaseIsCompleteWithItsEnd() {
    var log = LeaseLog()
    #expect(log.add(event(1, .joined, nil)) == nil)
    #expect(log.add(event(2, .granted, detail: "nightly (mac-07, process 42)")) == nil)
    #expect(log.unended.map(\.resource) == ["a"])
    let lease = log.add(event(14, .returned))
    #expect(
      lease?.line(at: 0)
        == "1970-01-01 00:00:02Z  a  12 s  returned  fence 7  nightly (mac-07, process 42)")
    #expect(log.unended.isEmpty)
    #expect(log.add(event(15, .quarantined)) == nil)
  }

  @Test func whatWasTakenBackEndsWhenItIsFree() {
    var log = LeaseLog()
    _ = log.add(event(2, .granted))
    #expect(log.add(event(3, .takenBack, detail: "release")) == nil)
    #expect(log.unended.first?.line(at: 4_000_000).contains("held, taken back: release") == true)
    #expect(log.add(event(5, .takenBack))?.end == "taken back: release")
    _ = log.add(event(6, .granted))
    #expect(log.add(event(7, .expired))?.end == "expired")
    // Its beginning is not in the log any more.
    let old = log.add(event(8, .returned))
    #expect(old?.from == nil && old?.line(at: 0).hasPrefix("before  a  ?  returned") == true)
  }

  @Test func theVerbShowsLeasesByNameAndTime() async {
    let lend = TestCommand()
    _ = await lend.run("add a b")
    _ = await lend.run("run --prefer none --job nightly -- true")
    let log = await lend.run("log")
    #expect(log.code == 0 && log.output.contains("  returned  fence "), "\(log)")
    #expect(log.output.contains("nightly ("))
    #expect(await lend.run("log --name b").output == "")
    #expect(await lend.run("log --since 0").output == "")
    let json = await lend.run("log --since 2026-01-01 --json").output
    #expect(json.contains("\"kind\":\"lease\"") && json.contains("\"end\":\"returned\""))
    #expect(await lend.run("log --since soon").code == 2)
    #expect(await lend.run("log --pool none").code == 3)
  }

  @Test(
    arguments: [
      ("1970-01-02", 86_400_000_000), ("1970-01-01 00:01", 60_000_000),
      ("1970-01-01 00:00:05Z", 5_000_000), ("1970-13-01", nil), ("tomorrow", nil), ("1-2", nil),
    ] as [(String, Int64?)])
  func timesAreReadAsTheyAreWritten(_ text: String, _ time: Int64?) {
    #expect(parseTime(text) == time)
    if let time, text.hasSuffix("Z") { #expect(timeText(microseconds: time) == text) }
  }
}
#endif
