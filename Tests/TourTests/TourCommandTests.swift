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
    _ arguments: String..., scenes: [any Scene], isTerminal: Bool = false
  ) async -> Int32 {
    let output = output
    let command = TourCommand(
      scenes: scenes, isTerminal: isTerminal, write: { output.lines.append($0) },
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

  @Test(arguments: ["three", "--loud"])
  func anUnknownNameIsMisuse(name: String) async {
    #expect(await run(name, scenes: [Pledge(name: "one")]) == 2)
    #expect(output.lines.isEmpty)
    #expect(output.complaints.first == "stagecraft: there is no scene “\(name)”.")
    #expect(output.complaints.last == "The scenes are: one.")
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
    _ = await run(scenes: [Pledge(name: "one")], isTerminal: true)
    #expect(output.lines.contains { $0.contains("\u{1B}") })
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
