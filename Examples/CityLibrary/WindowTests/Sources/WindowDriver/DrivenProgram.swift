import Foundation

/// A program as its user sees it, and what that user does.
///
/// It reads windows as assistive technology does, and acts with the keys and the pointer of the
/// display. Each method waits for what it names, so that tests read as steps.
@MainActor
class DrivenProgram {
  /// What was waited for and did not appear, and what was there instead.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  let run: ProgramRun
  /// How long steps wait.
  var patience = Duration.seconds(15)
  private let bus: AccessibilityBus
  private var name: String?

  init(_ run: ProgramRun) throws {
    self.run = run
    bus = try AccessibilityBus()
  }

  // MARK: What is seen

  /// What the program shows now; empty before it has a window.
  func look() -> Tree {
    if name == nil { name = bus.name(of: run.identifier) }
    return name.flatMap { try? TreeReader.read($0, on: bus) } ?? Tree()
  }

  /// Waits until a closure finds something.
  @discardableResult
  func until<Found>(
    _ what: String, within patience: Duration? = nil, _ find: (Tree) throws -> Found?
  ) async throws -> Found {
    var tree = Tree()
    let found = try await poll(within: patience ?? self.patience) {
      tree = look()
      let found = try find(tree)
      if found == nil, !run.isRunning { throw missing(what, in: tree) }
      return found
    }
    guard let found else { throw missing(what, in: tree) }
    return found
  }

  private func missing(_ what: String, in tree: Tree) -> Missing {
    Missing(
      description: """
        missing: \(what). \(run.isRunning ? "Shown:" : "It has ended with \(run.exitCode).")
        \(tree)\(run.output.suffix(2_000))
        """)
  }

  /// Waits for a widget with this name in the active window.
  @discardableResult
  func find(_ name: String, _ roles: Set<Role>) async throws -> Element {
    try await until("“\(name)”") { tree in
      tree.active?.shown.first { $0.isNamed(name) && roles.contains($0.role) && $0.isSensitive }
    }
  }

  /// Waits until a text is part of what is shown.
  @discardableResult
  func sees(_ text: String, within patience: Duration? = nil) async throws -> Element {
    try await until("“\(text)”", within: patience) { tree in
      tree.shown.first { $0.name.contains(text) }
    }
  }

  /// Waits until a text is no part of what is shown.
  func seesNo(_ text: String) async throws {
    try await until("the end of “\(text)”") { tree in
      tree.shown.contains { $0.name.contains(text) } ? nil : true
    }
  }

  /// Waits until a window with this title has the focus.
  func window(_ title: String) async throws {
    try await until("the window “\(title)”") { tree in
      tree.active?.name == title ? true : nil
    }
  }

  func text(of element: Element) throws -> String {
    guard let name else { throw Missing(description: "missing: a window") }
    return try bus.text(of: element.path, in: name)
  }

  func frame(of element: Element) throws -> Frame {
    guard let name else { throw Missing(description: "missing: a window") }
    return bus.frames(of: [element.path], in: name)[0]
  }

  // MARK: What the user does

  /// Clicks on the button, chip, row or card with this name.
  func press(_ name: String) async throws {
    try await click(try await find(name, Role.pressable))
  }

  /// Clicks on a widget while the program does not run, which finds the click when a closure has
  /// ended.
  func pressAtOnce(_ name: String, then body: () async throws -> Void = {}) async throws {
    let point = try await point(of: find(name, Role.pressable))
    run.suspend()
    defer { run.resume() }
    try WindowDriver.run("xdotool", ["mousemove"] + point + ["click", "1"])
    try await body()
  }

  /// Opens a menu, and chooses one of its items with the keyboard.
  func choose(_ item: String, from menu: String) async throws {
    try await press(menu)
    try await until("the item “\(item)”") { tree in
      if tree.focusedAnywhere.contains(where: { $0.name == item }) { return true }
      try keys("Down")
      return nil
    }
    try keys("Return")
  }

  /// Moves the focus until it is on a widget of this role, and with this name if one is given.
  @discardableResult
  func focus(
    _ role: Role, _ name: String? = nil, with key: String = "Tab"
  ) async throws -> Element {
    try await until("the focus on \(name ?? "a \(role)")") { tree in
      if let focused = tree.focused, focused.role == role, name == nil || focused.name == name {
        return focused
      }
      try keys(key)
      return nil
    }
  }

  /// Clicks in the middle of a widget, as soon as it does not move any more.
  func click(_ element: Element, with keys: [String] = []) async throws {
    let point = try await point(of: element)
    for key in keys { try WindowDriver.run("xdotool", "keydown", key) }
    try WindowDriver.run("xdotool", ["mousemove"] + point + ["click", "1"])
    for key in keys { try WindowDriver.run("xdotool", "keyup", key) }
  }

  /// Turns the wheel over a widget.
  func scroll(_ element: Element, steps: Int) async throws {
    try turnWheel(at: try await point(of: element), steps: steps)
  }

  /// Turns the wheel step by step until the center of a widget is visible inside another widget.
  func scroll(
    _ outer: Element, to what: String, _ find: (Element) -> Bool
  ) async throws -> Element {
    let point = try await point(of: outer)
    return try await until(what) { tree in
      let shown = tree.active?.shown ?? []
      if let view = shown.first(where: { $0 == outer }),
        let found = view.shown.first(where: find), found.frame.isCentered(in: view.frame)
      {
        return found
      }
      try turnWheel(at: point, steps: 1)
      return nil
    }
  }

  private func turnWheel(at point: [String], steps: Int) throws {
    try WindowDriver.run(
      "xdotool",
      ["mousemove"] + point + ["click", "--repeat", "\(abs(steps))", steps > 0 ? "5" : "4"])
  }

  /// The middle of a widget, as arguments of `xdotool mousemove`.
  private func point(of element: Element) async throws -> [String] {
    var last: Frame?
    // Asks for the place only: reading the tree takes longer than some widgets are shown. At most
    // every 150 ms: without a frame in between, a moving widget has the same place.
    let frame = try await poll(within: patience, every: .milliseconds(150)) { () -> Frame? in
      let now = try self.frame(of: element)
      defer { last = now }
      return now == last && now.width > 0 ? now : nil
    }
    guard let frame else { throw missing("“\(element.name)” at rest", in: look()) }
    return try middle(of: frame)
  }

  private func middle(of frame: Frame) throws -> [String] {
    let (window, border) = try border()
    let x = border + frame.x + frame.width / 2
    let y = border + frame.y + frame.height / 2
    return ["--window", window, "\(x)", "\(y)"]
  }

  /// Clicks where a widget was when it was read.
  func clickNow(_ element: Element) throws {
    try WindowDriver.run("xdotool", ["mousemove"] + middle(of: element.frame) + ["click", "1"])
  }

  /// The active window of the display, and how wide its border is around its contents.
  private func border() throws -> (window: String, border: Int) {
    guard let inner = look().active?.frame.width else {
      throw Missing(description: "missing: a window")
    }
    let window = try ActiveWindow()
    return (window?.identifier ?? "", ((window?.width ?? inner) - inner) / 2)
  }

  /// Presses keys one after another, named as xdotool does: `Return`, `alt+1`.
  func keys(_ keys: String...) throws {
    for key in keys { try WindowDriver.run("xdotool", "key", "--clearmodifiers", key) }
  }

  func type(_ text: String) throws {
    try WindowDriver.run("xdotool", "type", "--delay", "4", text)
  }

  /// Brings its window to the front, where another program has the focus.
  func activate() async throws {
    try await until("the focus") { tree in
      // While a sheet opens, the tree may have no active window yet.
      if try ActiveWindow()?.process == run.identifier { return tree.active == nil ? nil : true }
      // All windows: the first one may be a tooltip. With the focus on that, none is active.
      try WindowDriver.run(
        "xdotool", "search", "--all", "--onlyvisible", "--pid", "\(run.identifier)", "--name", "",
        "windowactivate", "%@")
      return nil
    }
  }

  // MARK: Its end

  /// Waits until the process has ended.
  ///
  /// - Returns: The exit code.
  func end() async throws -> Int32 {
    let code = try await poll(within: patience) { run.isRunning ? nil : run.exitCode }
    guard let code else {
      throw Missing(description: "missing: the end of the program\n\(look())\(run.output)")
    }
    return code
  }
}
