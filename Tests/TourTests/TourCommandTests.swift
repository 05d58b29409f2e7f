import Foundation
import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct TourCommandTests {
  /// A scene whose promise is kept or broken.
  private struct Pledge: Scene {
    let name: String
    var isKept = true
    var summary: String { "a promise" }

    func play(_ narrator: Narrator) async throws {
      narrator.promise("It is kept.", isKept: isKept)
    }
  }

  /// A scene with a promise and an observation.
  private struct Lookout: Scene {
    let name = "lookout"
    let summary = "a promise and an observation"
    var isSeen = true

    func play(_ narrator: Narrator) async throws {
      narrator.promise("It is kept.", isKept: true)
      narrator.observation("It is seen.", isSeen: isSeen)
    }
  }

  private struct Stumble: Scene {
    let name = "stumble"
    let summary = "stops halfway"

    func play(_ narrator: Narrator) async throws { throw CancellationError() }
  }

  /// The printed output.
  private final class Output {
    var lines: [String] = []
    var complaints: [String] = []

    /// The first lines of claims that do not hold.
    var failed: [String] {
      lines.filter { $0.hasPrefix("  BROKEN") || $0.hasPrefix("  UNSEEN") }
    }
  }

  private let output = Output()

  private func run(
    _ arguments: String..., scenes: [any Scene], terminal: Terminal? = nil
  ) async -> Int32 {
    let output = output
    let command = TourCommand(
      scenes: scenes, terminal: terminal, write: { output.lines.append($0) },
      complain: { output.complaints.append($0) })
    return await command.run(arguments)
  }

  @Test func playsAllScenesWithoutArguments() async {
    #expect(await run(scenes: [Pledge(name: "one"), Pledge(name: "two")]) == 0)
    #expect(output.lines.contains("ONE: a promise"))
    #expect(output.lines.contains("TWO: a promise"))
  }

  @Test func playsOneSceneByItsName() async {
    #expect(await run("two", scenes: [Pledge(name: "one"), Pledge(name: "two")]) == 0)
    #expect(!output.lines.contains("ONE: a promise"))
  }

  @Test func listsTheScenes() async {
    #expect(await run("--list", scenes: [Pledge(name: "one"), Pledge(name: "three")]) == 0)
    #expect(output.lines == ["  one     a promise", "  three   a promise"])
  }

  @Test func anUnknownNameIsMisuse() async {
    #expect(await run("three", scenes: [Pledge(name: "one")]) == 2)
    #expect(output.lines.isEmpty)
    #expect(
      output.complaints == ["stagecraft: there is no scene “three”. The scenes are: one."])
  }

  @Test(arguments: ["--loud", "-x", "--list=yes", "-"])
  func anUnknownOptionIsMisuse(option: String) async {
    #expect(await run("one", option, scenes: [Pledge(name: "one")]) == 2)
    #expect(output.lines.isEmpty)
    #expect(
      output.complaints == [
        "stagecraft: there is no option “\(option)”. The options are listed by: stagecraft --help"
      ])
  }

  @Test(arguments: [["--report"], ["--report", "--json"], ["--report="], ["--report", ""]])
  func aReportNeedsAFile(arguments: [String]) throws {
    #expect(throws: TourUsageError.missingFile("--report")) {
      try TourOptions(arguments, scenes: [])
    }
  }

  @Test func optionsAndNamesMayComeInAnyOrder() throws {
    let options = try TourOptions(
      ["two", "--report", "a.html", "one", "--json"], scenes: ["one", "two"])
    #expect(options.scenes == ["two", "one"] && options.report == "a.html" && options.isJSON)
    #expect(try TourOptions(["--report=-b"], scenes: []).report == "-b")
    #expect(try TourOptions(["--list", "--help"], scenes: []).request == .help)
  }

  @Test func helpNamesAllOptionsWithin100Columns() async {
    #expect(await run("--help", scenes: [Pledge(name: "one")]) == 0)
    let text = output.lines.joined(separator: "\n")
    for option in ["--list", "--report FILE", "--json", "--help", "NO_COLOR", "one   a promise"] {
      #expect(text.contains(option), "\(option)")
    }
    #expect(output.lines.allSatisfy { $0.count <= 100 && !$0.contains("\n") })
  }

  @Test func claimsAsJSONAreAllThatIsPrinted() async throws {
    #expect(await run("--json", scenes: [Lookout(isSeen: false)]) == 1)
    let claims = try output.lines.map {
      try JSONDecoder().decode(Claim.self, from: Data($0.utf8))
    }
    let part = "LOOKOUT: a promise and an observation"
    #expect(
      claims == [
        Claim(
          scene: "lookout", part: part, kind: .promise, claim: "It is kept.", holds: true),
        Claim(
          scene: "lookout", part: part, kind: .observation, claim: "It is seen.", holds: false),
      ])
    #expect(
      output.lines.first == """
        {"claim":"It is kept.","holds":true,"kind":"promise","part":"\(part)","scene":"lookout"}
        """)
  }

  @Test func aReportHasTheScenesThatWerePlayed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("report.html")
    #expect(
      await run("--report", path, "managers", scenes: [ManagersScene(), Lookout()]) == 0)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("managers: one queue") && page.contains("managers: catalogue"))
    #expect(!page.contains("lookout"))
    #expect(folder.names == ["report.html"])
    #expect(output.lines.last == "The report, for a browser: \(path)")
  }

  @Test func aReportThatCannotBeWrittenFailsNoClaim() async throws {
    let path = try TemporaryFolder().file("missing/report.html")
    #expect(await run("--report", path, scenes: [Pledge(name: "one")]) == 0)
    #expect(output.complaints.count == 1)
    #expect(
      output.complaints[0].hasPrefix("stagecraft: the report cannot be written to \(path): No such")
    )
  }

  @Test func theExampleIsTheSameEachTime() async throws {
    let folder = try TemporaryFolder()
    for name in ["one", "two"] {
      #expect(await run("--example-report", folder.file(name), scenes: []) == 0)
    }
    let pages = try ["one", "two"].map {
      try String(contentsOfFile: folder.file($0), encoding: .utf8)
    }
    #expect(pages[0] == pages[1] && pages[0].contains("copies of Emma"))
    #expect(await run("--example-report", folder.file("missing/one"), scenes: []) == 1)
    #expect(output.complaints.count == 1)
  }

  @Test func aBrokenPromiseEndsInOne() async {
    #expect(await run(scenes: [Pledge(name: "one", isKept: false), Pledge(name: "two")]) == 1)
    #expect(output.lines.contains("  BROKEN  It is kept."))
    #expect(output.lines.contains("TWO: a promise"))
  }

  @Test func observationsAreClaimsLikePromises() async {
    #expect(await run(scenes: [Lookout()]) == 0)
    #expect(output.lines.contains("  seen    It is seen."))
    #expect(output.lines.last == "All 2 claims of this scene hold.")
    #expect(await run(scenes: [Lookout(isSeen: false)]) == 1)
    #expect(output.failed == ["  UNSEEN  It is seen."])
    #expect(output.lines.last == "1 of 2 claims do NOT hold.")
  }

  @Test func anErrorEndsInOne() async {
    #expect(await run(scenes: [Stumble()]) == 1)
  }

  @Test func emphasizesOnTerminalsOnly() async {
    _ = await run(scenes: [Pledge(name: "one")])
    #expect(!output.lines.contains { $0.contains("\u{1B}") })
    for (environment, isEmphasized) in [
      (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
      (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false), ([:], false),
    ] {
      output.lines = []
      let terminal = Terminal(environment: environment, size: { (80, 24) }, write: { _ in })
      _ = await run(scenes: [Pledge(name: "one")], terminal: terminal)
      #expect(output.lines.contains { $0.contains("\u{1B}") } == isEmphasized, "\(environment)")
    }
  }

  @Test func allClaimsHoldWithinAHundredColumns() async {
    let maps = MapsScene(
      streets: 5_000, pixels: 10_800, pages: Array(MapsScene.fiftyTurns.prefix(13)))
    // The scenes “alerts”, “memory”, “orders”, “tabs” and “links” have suites of their own.
    let scenes: [any Scene] = [LendingScene(), maps, FavouritesScene(), ManagersScene()]
    let status = await run(scenes: scenes)
    #expect(status == 0, "\(output.failed) \(output.complaints)")
    // Beside a thousand other tests, it means nothing which of two launches takes longer.
    _ = await run(scenes: [LaunchScene()])
    let timed = "  BROKEN  With the graph, the first screen"
    #expect(output.failed.filter { !$0.hasPrefix(timed) } == [])
    #expect(output.complaints == [])
    #expect(output.lines.filter { $0.count > 100 } == [])
    #expect(output.lines.filter { $0.hasSuffix(" ") } == [])
  }

  @Test func theTourHasAllScenesInTheirOrder() {
    let names = [
      "lending", "maps", "favourites", "alerts", "launch", "managers", "memory", "orders", "tabs",
      "links",
    ]
    #expect(TourCommand.scenes.map(\.name) == names)
  }
}
