import Foundation
import Testing

@testable import WindowDriver

extension WindowTests {
  /// Random keys, clicks, texts and sizes; the first critical ends it.
  ///
  /// `MONKEY_SECONDS` is how long it goes on, and `MONKEY_SEED` begins the sequence.
  @MainActor
  @Suite("Monkey")
  struct MonkeyTests {
    @Test func randomInputDoesNoHarm() async throws {
      let environment = ProcessInfo.processInfo.environment
      let seconds = environment["MONKEY_SECONDS"].flatMap { Int($0) } ?? 30
      let seed = environment["MONKEY_SEED"].flatMap { UInt64($0) } ?? 7
      try await CityLibrary.open { library in
        var monkey = Monkey(seed: seed)
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end, library.run.isRunning, library.criticals.isEmpty {
          try monkey.act()
        }
        print("Monkey with seed \(seed): \(monkey.count) actions")
        try #require(
          library.run.isRunning && library.criticals.isEmpty,
          "Seed \(seed), \(monkey.count) actions: \(library.run.output)")
        // It answers: what is over the window is closed, until that receives the key to quit.
        try await library.until("the end", within: .seconds(60)) { tree in
          guard library.run.isRunning else { return true }
          let name = tree.active?.name == "Backstage" ? "Close" : "Cancel"
          if let button = tree.active?.shown.first(where: { $0.isNamed(name) }) {
            try library.clickNow(button)
          } else {
            try library.keys("Escape", "ctrl+q")
          }
          return library.run.isRunning ? nil : true
        }
        #expect(library.run.exitCode == 0, "Seed \(seed): \(library.run.output)")
        // What it did is a library that contradicts itself nowhere, and can be opened.
        let check = try library.check()
        #expect(check.exitCode == 0, "Seed \(seed): \(check.output)")
        let second = try await library.again()
        defer { second.run.kill() }
        second.expectNoCriticals()
      }
    }
  }
}

/// What presses keys and buttons without knowing what they do.
private struct Monkey {
  private static let keys = [
    "Tab", "shift+Tab", "Return", "space", "Escape", "Up", "Down", "Left", "Right", "Page_Down",
    "Page_Up", "Home", "End", "BackSpace", "alt+1", "alt+2", "alt+3", "alt+4", "alt+Left", "ctrl+f",
    "ctrl+z", "ctrl+b", "ctrl+question", "ctrl+a", "F10", "Menu", "ctrl+Page_Down",
  ]
  private static let texts = ["the", "moon", "4711 0815", "1842", "zzz", "é", "%@"]

  private var state: UInt64
  private(set) var count = 0

  init(seed: UInt64) { state = seed }

  /// A number below a limit (SplitMix64).
  private mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }

  mutating func act() throws {
    count += 1
    switch below(20) {
    case 0..<9: try run("xdotool", "key", Self.keys[below(Self.keys.count)])
    case 9..<11: try run("xdotool", "type", Self.texts[below(Self.texts.count)])
    case 11:
      // The window manager keeps what is too small from becoming it.
      try run(
        "xdotool", "getactivewindow", "windowsize", "\(360 + below(800))", "\(300 + below(500))")
    default:
      // Not the buttons that close, hide or move the window, which are at its top right.
      let button = ["1", "1", "1", "1", "3", "4", "5"][below(7)]
      try run(
        "xdotool", "mousemove", "\(100 + below(850))", "\(100 + below(700))", "click", button)
    }
  }
}
