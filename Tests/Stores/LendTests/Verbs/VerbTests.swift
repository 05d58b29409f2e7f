#if SQLite && PostgreSQL
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import LendCommands

@Suite("Verbs", .timeLimit(.minutes(1)))
struct VerbTests {
  @Test func aStockIsAddedListedAndRetired() async {
    let lend = TestCommand()
    let added = await lend.run("add --label ios --label os=18 phone-1 phone-2")
    #expect(added == (0, "Added phone-1 (ios, os=18).\nAdded phone-2 (ios, os=18).\n", ""))
    #expect(await lend.run("list").output.contains("default: 2 free; 0 waiting"))
    #expect(await lend.run("drain phone-1") == (0, "Retired phone-1.\n", ""))
    #expect(await lend.run("list").output.contains("default: 1 free, 1 retired; 0 waiting"))
    #expect(await lend.run("repair phone-1").code == 0)
    #expect(await lend.run("list --json").output.split(separator: "\n").count == 2)
  }

  @Test(arguments: ["add a", "list", "repair none", "run --pool none -- true", "run -- /none"])
  func everyVerbClosesTheStoreThatItHasOpened(_ line: String) async {
    let lend = TestCommand()
    _ = await lend.run("add one")
    _ = await lend.run(line)
    #expect(lend.log.all.map { $0.prefix(6) } == ["opened", "closed", "opened", "closed"])
  }

  @Test func runGivesItsWaitToTheStore() async {
    let lend = TestCommand()
    _ = await lend.run("run --wait 7m -- true")
    _ = await lend.run("list")
    #expect(lend.log.all == ["opened for \(Duration.seconds(420))", "closed", "opened", "closed"])
  }

  @Test func aDuplicateIsRefusedAndTheOthersAreAdded() async {
    let lend = TestCommand()
    _ = await lend.run("add a")
    let again = await lend.run("add a b")
    #expect(again.code == 3 && again.output == "Added b (any).\n")
    #expect(again.errors.contains("There is a resource \"a\" in the pool \"default\"."))
  }

  @Test func theEpochIsRaisedAboveOneThatAGuardHasSeen() async {
    let lend = TestCommand()
    let raised = await lend.run("init --epoch-above 412")
    #expect(raised.code == 0 && raised.output.contains("The epoch of fences is 413."))
    let fence = await lend.run("init --epoch-above \(412 << 40 | 7)")
    #expect(fence.code == 2 && fence.errors.contains("its epoch is 412"))
    #expect(await lend.run("init --epoch-above -1").code == 2)
  }

  @Test func nothingIsAddedIfOneIsWrong() async {
    let lend = TestCommand()
    let result = await lend.run(["add", "fine", "two\nlines"])
    #expect(result.code == 2 && result.errors.contains("line break"))
    #expect(await lend.run("list").code == 3)
    let large = await lend.run([
      "add", "fine", "--payload", String(repeating: "x", count: 1 << 20),
    ])
    #expect(large.code == 2 && large.errors.contains("1048576 bytes; it can have 65536"))
    #expect(await lend.run("add a a").errors.contains("given twice"))
  }

  @Test func namesMayContainQuotes() async {
    let lend = TestCommand()
    let name = #"a'"; drop table resource; --"#
    #expect(await lend.run(["add", "--", name]).code == 0)
    #expect(await lend.run("list").output.contains(name))
    #expect(await lend.run(["quarantine", name, "--because", "it's \"odd\""]).code == 0)
    #expect(await lend.run("list").output.contains("it's \"odd\""))
  }

  @Test(arguments: [
    "quarantine none --because x", "repair none", "drain none", "take-back none --because x",
  ])
  func unknownNamesAreRefused(_ line: String) async {
    let lend = TestCommand()
    _ = await lend.run("add a")
    let result = await lend.run(line)
    #expect(result.code == 3 && result.output.isEmpty)
    #expect(result.errors.contains("There is no resource \"none\""))
  }

  @Test func unknownPoolsAreNotCreated() async {
    let lend = TestCommand()
    for line in ["list", "report", "run --pool default -- true", "repair a"] {
      let result = await lend.run(line)
      #expect(result.code == (line.hasPrefix("run") ? 125 : 3))
      #expect(result.errors.contains("There is no pool \"default\""))
    }
  }

  @Test func wantsThatNothingFitsSayWhy() async {
    let lend = TestCommand()
    _ = await lend.run("add --label ios a")
    let unknown = await lend.run("run --label android -- true")
    #expect(unknown.code == 125)
    #expect(unknown.errors.contains("has the label \"android\". The labels of the stock are: ios."))
    let many = await lend.run("run --label ios --count 2 -- true")
    #expect(many.errors.contains("wants 2 with ios; 1 of the pool \"default\" fits."))
    let overlapping = await lend.run("run --want ios --want any -- true")
    #expect(overlapping.errors.contains("too few resources for these 2 together"))
    _ = await lend.run("drain a")
    let empty = await lend.run("run -- true")
    #expect(empty.errors.contains("no resource in service. Add one: lend add"))
  }

  @Test func rulesAreSetAndChecked() async {
    let lend = TestCommand()
    let set = await lend.run("init --ttl 10s --maximum-hold 1h --on-expiry quarantine")
    #expect(set.code == 0 && set.output.contains("lives 10 s") && set.output.contains("1 h"))
    let changed = await lend.run("init --ttl 20s --maximum-hold none")
    #expect(changed.output.contains("lives 20 s") && changed.output.contains("after a repair"))
    #expect(!changed.output.contains("1 h"))
    for line in [
      "init --ttl 1s --margin 2s", "init --ttl 100ms", "init --on-expiry never", "init --ttl x",
    ] {
      #expect(await lend.run(line).code == 2, "\(line)")
    }
  }

  @Test func leasesAreReturnedByKeyOnce() async throws {
    let store = MemoryLeaseStore()
    let lend = TestCommand(store)
    _ = await lend.run("add a")
    let pool = try await SharedPool("default", at: store)
    let lease = try await pool.lease()
    let key = "\(lease.key.request) \(lease.key.fence)"
    #expect(await lend.run("list").output.contains(lease.key.request.description))
    #expect(await lend.run("return \(lease.key.request) 1").code == 3)
    #expect(await lend.run("return \(key)") == (0, "Returned.\n", ""))
    let again = await lend.run("return \(key)")
    #expect(again.code == 3 && again.errors.contains("it was returned."))
    #expect(await lend.run("return xyz 1").code == 2)
    #expect(await lend.run("return \(lease.key.request) xyz").code == 2)
  }

  @Test func aLeaseIsTakenBack() async throws {
    let store = MemoryLeaseStore()
    let lend = TestCommand(store)
    _ = await lend.run("add a")
    let pool = try await SharedPool("default", at: store)
    let lease = try await pool.lease()
    #expect(await lend.run("take-back a --because release").code == 0)
    #expect(await lease.loss?.end == .takenBack(reason: "release"))
    #expect(await lend.run("take-back a --now --because release").code == 0)
    #expect(await lend.run("take-back a --because release").code == 3)
  }

  @Test func aReportHasOneFormat() async {
    let lend = TestCommand()
    _ = await lend.run("add a")
    #expect(await lend.run("report --html --json").code == 2)
    #expect(await lend.run("report --html").output.hasPrefix("<!DOCTYPE html>"))
    let metrics = await lend.run("report --openmetrics").output
    #expect(metrics.contains(#"lend_events_total{pool="default",kind="added"} 1"#))
    #expect(metrics.hasSuffix("# EOF\n"))
    #expect(await lend.run("report").output.hasPrefix("{\"version\":1,\"kind\":\"pool\""))
  }

  @Test func theLengthOfTheLogIsARule() async {
    let lend = TestCommand()
    #expect(await lend.run("init --log-length 999").code == 2)
    #expect(await lend.run("init --log-length 5000").code == 0)
    #expect(await lend.run("report").output.contains("\"logLength\":5000"))
  }

  @Test func doctorNotesAFileWhoseFencesBeginAtOne() {
    let first = SQLiteExamination.fences(from: 1)
    #expect(first.verdict == .note && first.detail.contains("lend init --epoch-above"))
    #expect(SQLiteExamination.fences(from: 333).verdict == .good)
  }

  @Test func doctorExaminesThePool() async {
    let lend = TestCommand()
    #expect(await lend.run("doctor").output.contains("There is no pool"))
    _ = await lend.run("add a")
    let result = await lend.run("doctor")
    #expect(result.code == 0 && result.output.contains("1 free"))
    #expect(await lend.run("doctor --json").output.contains("\"kind\":\"finding\""))
  }

  @Test func theListOfVerbsIsHelp() async {
    let lend = TestCommand()
    let help = await lend.run("--help")
    #expect(
      help.code == 0 && LendCommand.verbs.allSatisfy { help.output.contains($0.spec.summary) })
    #expect(await lend.run([]).code == 2)
    let unknown = await lend.run("lits")
    #expect(unknown.code == 2 && unknown.errors.contains("Is it 'list'?"))
    #expect(await lend.run("--pool x list").errors.contains("must follow a verb"))
  }

  @Test(arguments: [
    (LeaseStoreError.Code.unreachable, Int32(4)), (.closed, 4), (.denied, 5), (.damaged, 6),
    (.notAStore, 6), (.tooNew, 6), (.unsuitable, 6), (.full, 7),
  ])
  func failuresOfTheStoreHaveCodes(_ code: LeaseStoreError.Code, _ exit: Int32) async {
    let lend = TestCommand(FailingStore(error: LeaseStoreError(code, "It failed.")))
    #expect(await lend.run("list") == (exit, "", "lend: It failed.\n"))
    #expect(await lend.run("run --wait 0 -- true") == (125, "", "lend: It failed.\n"))
  }
}

/// A store that throws one error.
struct FailingStore: LeaseStore {
  let error: LeaseStoreError

  func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer { throw error }

  func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    AsyncStream { $0.finish() }
  }
}
#endif
