import Foundation
import Testing

@testable import WindowDriver

/// All tests of windows, one after another: they share keys and pointer.
@MainActor
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: CityLibrary.program != nil, "CITY_LIBRARY does not name the program."))
enum WindowTests {}

extension Trait where Self == ConditionTrait {
  /// Leaves a test out unless `WINDOW_TESTS` is `all`: the gate has three minutes.
  static var onlyWithAll: Self {
    .enabled(if: CityLibrary.testsAll, "WINDOW_TESTS is not “all”.")
  }
}

/// The program on a library of its own, and what a reader does with it.
///
/// `TEXT_SCALE` is how large its texts are.
final class CityLibrary: DrivenProgram {
  nonisolated static var program: String? { ProcessInfo.processInfo.environment["CITY_LIBRARY"] }
  nonisolated static var testsAll: Bool {
    ProcessInfo.processInfo.environment["WINDOW_TESTS"] == "all"
  }

  let folder: URL

  /// Opens the program on a new library for the time of a closure.
  static func open(
    titles: Int = 2_000, _ options: String..., body: (CityLibrary) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let library = try await CityLibrary(folder, titles: titles, options: options)
      defer { library.run.kill() }
      try await body(library)
      library.expectNoCriticals()
    }
  }

  /// Makes a folder for the time of a closure.
  static func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "city-library-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// Starts a process on a folder, and waits until its catalogue is there.
  init(_ folder: URL, titles: Int = 2_000, options: [String] = []) async throws {
    self.folder = folder
    try super.init(Self.start(folder, titles: titles, options))
    try await until("the library", within: .seconds(60)) { tree in
      tree.shown.first { $0.name == "Catalogue" && $0.role == .tab }
    }
    try await activate()
  }

  static func start(
    _ folder: URL, titles: Int = 2_000, _ options: [String] = [],
    environment: [String: String] = ["GTK_A11Y": "atspi"]
  ) throws -> ProgramRun {
    let scale = ProcessInfo.processInfo.environment["TEXT_SCALE"]
    let all =
      ["--data", folder.path, "--titles", "\(titles)"]
      + (scale.map { ["--text-scale", $0] } ?? []) + options
    return try ProgramRun(
      #require(program), all,
      environment: environment.merging(["LANGUAGE": "en", "LC_ALL": "C.UTF-8"]) { $1 },
      log: folder.appending(path: "log-\(UUID().uuidString)"))
  }

  /// Opens the program again on the same folder.
  func again(_ options: String...) async throws -> CityLibrary {
    try await CityLibrary(folder, options: options)
  }

  /// Has the program search the library's file for contradictions.
  static func check(_ folder: URL) throws -> ProgramRun {
    let check = try ProgramRun(
      #require(program), ["--check", folder.path], log: folder.appending(path: "check"))
    check.waitUntilExit()
    return check
  }

  /// The criticals in the log, but for two of GTK 4.8 that only programs that are read can have.
  ///
  /// - `gtk_widget_compute_point`: GTK answers where a widget is that is in no window any more. On
  ///   the stack are GTK's handler of the bus, which asks for the place in a window that is null, and
  ///   no function of the program.
  /// - `gtk_at_context_set_accessible_role`: GTK changes the role of a menu's item that was read
  ///   already.
  ///
  /// So criticals cannot be fatal in the process; here, others are.
  var criticals: [Substring] {
    let known = ["gtk_widget_compute_point", "gtk_at_context_set_accessible_role"]
    return run.output.split(separator: "\n").filter { line in
      line.contains("CRITICAL") && !known.contains { line.contains($0) }
    }
  }

  func expectNoCriticals() { #expect(criticals.isEmpty) }

  // MARK: What the reader sees

  /// The number of titles that the search bar says were found.
  func count() -> Int? {
    let count = look().shown.first { $0.name.contains(" of 2,000") }
    return count.flatMap { Int($0.name.prefix { $0 != " " }.filter(\.isNumber)) }
  }

  /// The names of the titles whose covers are shown.
  func covers() -> [String] { look().shown.filter(\.isCover).map(\.title) }

  /// Waits until a toggle is pressed, or not pressed.
  func sees(_ name: String, pressed: Bool) async throws {
    try await until("“\(name)” \(pressed ? "pressed" : "not pressed")") { tree in
      tree.shown.first { $0.name == name && $0.states.contains(.pressed) == pressed }
    }
  }

  func seesFocus(_ name: String) async throws {
    try await until("the focus on “\(name)”") { tree in
      tree.focused?.name == name ? true : nil
    }
  }

  // MARK: What the reader does

  func tab(_ name: String) async throws {
    let tab = try await until("the tab “\(name)”") { tree in
      tree.active?.shown.first { $0.role == .tab && $0.name.hasPrefix(name) }
    }
    try await click(tab)
  }

  /// Scrolls to the cover of a title, and clicks on it.
  func openCover(_ name: String) async throws {
    let cover = try await scroll(find("Titles", [.table]), to: "the cover of “\(name)”") {
      $0.isCover && $0.title == name
    }
    try await click(cover)
    try await window(showing: name)
  }

  /// Opens the page of a title by its link, as another program would.
  func openTitle(_ number: Int, _ name: String) async throws {
    try await follow("library://title/\(number)")
    try await window(showing: name)
  }

  /// Waits for the page of a title.
  func window(showing title: String) async throws {
    try await sees("Copies")
    try await until("the page of “\(title)”") { tree in
      tree.shown.contains { $0.role == .label && $0.name == title } ? true : nil
    }
  }

  /// Starts the program with a link, which the running one opens.
  func follow(_ link: String) async throws {
    let messenger = try Self.start(folder, [link])
    defer { messenger.kill() }
    let code = try await poll(within: patience) {
      messenger.isRunning ? nil : messenger.exitCode
    }
    #expect(code == 0, "It hands over the link, and ends.")
    try await activate()
  }

  /// Types card and PIN into the sheet, and presses Return.
  func signIn(card: String = "4711 0815", pin: String = "1842") async throws {
    try await window("Sign In")
    try await seesFocus("Card number")
    try type(card)
    try keys("Return")
    try await seesFocus("PIN")
    try type(pin)
    try keys("Return")
    try await until("the end of the sheet") { tree in
      tree.windows.contains { $0.name == "Sign In" } ? nil : true
    }
  }

  /// Answers the notices that follow a login: of *Emma*, which is late, and *Treasure Island*.
  func answerNotices(_ answer: String = "Remind Me Tomorrow") async throws {
    for title in ["Emma", "Treasure Island"] {
      try await sees("“\(title)” is ")
      try await press(answer)
      try await seesNo("“\(title)” is ")
    }
  }

  /// Signs in on the page of loans, and answers what follows.
  func signInForLoans() async throws {
    try await tab("Loans")
    try await press("Sign In")
    try await signIn()
    try await answerNotices()
    try await sees("On Loan")
  }

  func quit() async throws {
    try keys("ctrl+q")
    let code = try await end()
    #expect(code == 0, "\(run.output)")
    expectNoCriticals()
  }
}

extension Element {
  /// Whether this is what a card of the catalogue says: title, author, stock.
  var isCover: Bool { [.panel, .filler].contains(role) && name.split(separator: ", ").count >= 3 }
  var title: String { String(name.split(separator: ", ").first ?? "") }
}
