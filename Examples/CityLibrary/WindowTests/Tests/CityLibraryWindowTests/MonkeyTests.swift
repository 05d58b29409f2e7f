import Foundation
import Testing

@testable import WindowDriver

extension WindowTests {
  /// Random keys, clicks, texts and sizes; the first critical ends the program.
  ///
  /// `MONKEY_SECONDS` is how long it goes on, and `MONKEY_SEED` begins the sequence.
  @MainActor
  @Suite("Monkey")
  struct MonkeyTests {
    @Test func randomInputDoesNoHarm() async throws {
      let environment = ProcessInfo.processInfo.environment
      let seconds = environment["MONKEY_SECONDS"].flatMap { Int($0) } ?? 30
      let seed = environment["MONKEY_SEED"].flatMap { UInt64($0) } ?? 7
      try await CityLibrary.withFolder { folder in
        var monkey = try Monkey(folder, seed: seed)
        defer { monkey.program.kill() }
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end { try await monkey.act() }
        print("Monkey with seed \(seed): \(monkey.summary)")
        try await monkey.quit()
        // What it did is a library that contradicts itself nowhere, and can be opened.
        let check = try CityLibrary.check(folder)
        #expect(check.exitCode == 0, "Seed \(seed): \(check.output)")
        let second = try await CityLibrary(folder)
        defer { second.run.kill() }
        second.expectNoCriticals()
      }
    }
  }
}

/// Presses random keys and buttons.
///
/// The accessibility tree is not read, because GTK 4.8 logs criticals when it is. So criticals can be
/// made fatal.
@MainActor
private struct Monkey {
  private static let keys = [
    "Tab", "shift+Tab", "Return", "space", "Escape", "Up", "Down", "Left", "Right", "Page_Down",
    "Page_Up", "Home", "End", "BackSpace", "alt+1", "alt+2", "alt+3", "alt+4", "alt+Left", "ctrl+f",
    "ctrl+z", "ctrl+b", "ctrl+question", "ctrl+a", "F10", "Menu", "ctrl+Page_Down",
  ]
  private static let texts = ["the", "moon", "4711 0815", "1842", "zzz", "é", "%@"]

  private(set) var program: ProgramRun
  private let folder: URL
  private var state: UInt64
  private var last: [String] = []
  private var (count, starts) = (0, 1)

  var summary: String { "\(count) actions, \(starts) starts" }

  init(_ folder: URL, seed: UInt64) throws {
    (self.folder, state) = (folder, seed)
    program = try Self.start(folder)
  }

  private static func start(_ folder: URL) throws -> ProgramRun {
    try CityLibrary.start(
      folder, environment: ["GTK_A11Y": "none", "G_DEBUG": "fatal-criticals"])
  }

  /// A number below a limit (SplitMix64).
  private mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }

  mutating func act() async throws {
    guard let window = try await window() else {
      // The program has ended: a menu item and a button can close its window.
      try expectEnd()
      program = try Self.start(folder)
      starts += 1
      return
    }
    let action = nextAction(in: window)
    count += 1
    last = last.suffix(19) + [action.joined(separator: " ")]
    try run("xdotool", action)
  }

  private mutating func nextAction(in window: ActiveWindow) -> [String] {
    switch below(20) {
    case 0..<9: return ["key", Self.keys[below(Self.keys.count)]]
    case 9..<11: return ["type", Self.texts[below(Self.texts.count)]]
    case 11:
      // The window manager keeps what is too small from becoming it.
      return ["windowsize", window.identifier, "\(360 + below(800))", "\(300 + below(500))"]
    default:
      let button = ["1", "1", "1", "1", "3", "4", "5"][below(7)]
      let (x, y) = (below(window.width), below(window.height))
      return ["mousemove", "--window", window.identifier, "\(x)", "\(y)", "click", button]
    }
  }

  /// The program's window that receives keys; nil after the program's end.
  ///
  /// One that was minimized is shown again.
  private func window() async throws -> ActiveWindow? {
    let found = try await poll(within: .seconds(60)) { () -> ActiveWindow?? in
      guard program.isRunning else { return .some(nil) }
      if let window = try ActiveWindow(), window.process == program.identifier { return window }
      // The title of GTK's menus and hidden windows is the application's identifier, which contains
      // dots.
      try run(
        "xdotool", "search", "--all", "--pid", "\(program.identifier)", "--name", "^[^.]+$",
        "windowactivate", "%@")
      return nil
    }
    return try #require(found, "No window: \(report)")
  }

  /// Closes what is over the tabs, and then presses the key to quit.
  func quit() async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while let window = try await window() {
      try #require(ContinuousClock.now < deadline, "It does not quit: \(report)")
      try run("xdotool", "key", "--clearmodifiers", "Escape")
      if window.title == "City Library" { try run("xdotool", "key", "--clearmodifiers", "ctrl+q") }
    }
    try expectEnd()
  }

  private func expectEnd() throws {
    program.waitUntilExit()
    try #require(program.exitCode == 0, "It has ended with \(program.exitCode): \(report)")
  }

  private var report: String {
    "\(summary), the last ones \(last.joined(separator: "; "))\n\(program.output)"
  }
}
