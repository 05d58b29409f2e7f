import Foundation
import Stagecraft
import StagecraftGTK
import StagecraftGTKTestKit

/// Random keys, clicks, wheels and drags, and laws that hold meanwhile: GTK writes no warnings, the
/// window answers within a second, everything comes to rest, and then one page is on the screen.
///
/// It needs a window manager and `xdotool`. The seed decides the input; what that meets also
/// depends on time.
@MainActor
struct Monkey {
  private let gallery: GalleryWindow
  private let end: ContinuousClock.Instant
  private var dice: Dice
  private var history: [String] = []
  private var count = 0
  private var slowest = Duration.zero

  init(_ gallery: GalleryWindow, seconds: Int, seed: UInt64) {
    self.gallery = gallery
    end = .now + .seconds(seconds)
    dice = Dice(state: seed)
  }

  /// Plays until the time is over, or a law is broken.
  ///
  /// - Returns: Whether all laws held.
  mutating func run() async -> Bool {
    do {
      try await play()
    } catch {
      print("After \(count) actions: \(error)")
      print("The last ones: " + history.suffix(20).joined(separator: "; "))
      return false
    }
    print("\(count) actions; the slowest answer took \(slowest)")
    return true
  }

  private mutating func play() async throws {
    let window = gallery.window
    let hasFocus = await GTKTest.until { (window.view as? Window)?.isActive == true }
    guard hasFocus else {
      throw Broken("the window has not got the focus: is there a window manager?")
    }
    let number = try await xdotool("getactivewindow")
    while ContinuousClock.now < end {
      let action = nextAction(in: number)
      history.append(action)
      count += 1
      _ = try await xdotool(action)
      try await expectAnswer()
      if count % 20 == 0 { try await expectRest() }
    }
    try await expectRest()
  }

  // MARK: Input

  private mutating func nextAction(in window: String) -> String {
    let view = gallery.window.view
    let (width, height) = (max(view.width, 200), max(view.height, 200))
    var (x, y) = (Int.random(in: 0..<width, using: &dice), Int.random(in: 0..<height, using: &dice))
    // Not the buttons that close or minimize the window, and not its menu.
    if y < 50, x > width / 2 { y += 50 }
    let place = "mousemove --window \(window) \(x) \(y)"
    switch Int.random(in: 0..<20, using: &dice) {
    case 0..<7: return "\(place) click 1"
    case 7: return y < 50 ? "\(place) click 1" : "\(place) click 3"
    case 8, 9: return "\(place) click \(Int.random(in: 4...5, using: &dice))"
    case 10, 11, 12:
      let (fromX, fromY) = (x, max(y, 50))
      x = min(max(x + Int.random(in: -300...300, using: &dice), 1), width - 1)
      y = min(max(y + Int.random(in: -100...100, using: &dice), 50), height - 1)
      return """
        mousemove --window \(window) \(fromX) \(fromY) mousedown 1 \
        mousemove --window \(window) \((x + fromX) / 2) \((y + fromY) / 2) \
        mousemove --window \(window) \(x) \(y) mouseup 1
        """
    default: return "key \(Self.keys.randomElement(using: &dice) ?? "Tab")"
    }
  }

  private static let keys = [
    "Tab", "shift+Tab", "Return", "space", "Escape", "Up", "Down", "Home", "End", "Page_Up",
    "Page_Down", "alt+Left", "alt+Page_Up", "alt+Page_Down", "ctrl+Page_Up", "ctrl+Page_Down", "a",
  ]

  /// Runs a command, and returns the first line of what it has written.
  private func xdotool(_ arguments: String) async throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdotool"] + arguments.split(separator: " ").map(String.init)
    process.standardOutput = output
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? ""
  }

  // MARK: Laws

  private mutating func expectAnswer() async throws {
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(1))
    let time = ContinuousClock.now - start
    slowest = max(slowest, time)
    if time > .seconds(10) { throw Broken("the window has not answered for \(time)") }
    if GTKTest.warnings > 0 { throw Broken("GTK has written a warning") }
    // The keys reach all buttons of the window.
    if !gallery.window.isOpen { gallery.window.open() }
  }

  private func expectRest() async throws {
    (gallery.window.view as? Window)?.present()
    var fault: String?
    let isAtRest = await GTKTest.until(.seconds(60)) {
      fault = currentFault
      return fault == nil
    }
    if !isAtRest { throw Broken(fault ?? "no rest") }
  }

  private var currentFault: String? {
    for screen in ScreenApplication.shared.liveScreens
    where screen.appearance != .visible && screen.appearance != .gone {
      return "\(screen.name) is \(screen.appearance)"
    }
    let (tabs, pages) = (gallery.tabs, gallery.branches)
    let shown = tabs.screens.count { $0.appearance == .visible }
    if shown != (tabs.appearance == .visible ? 1 : 0) { return "\(shown) tabs are visible" }
    let open = (0..<pages.pageCount).count { pages.pageIfMade(at: $0)?.appearance == .visible }
    if open != (pages.appearance == .visible ? 1 : 0) { return "\(open) pages are visible" }
    for stack in [gallery.catalogue, gallery.shelves] {
      let tops = stack.screens.count { $0.appearance == .visible }
      if tops != (stack.appearance == .visible ? 1 : 0) { return "\(tops) screens are visible" }
    }
    return nil
  }

  private struct Broken: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}

/// A generator of Steele, Lea and Flood (SplitMix64).
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
