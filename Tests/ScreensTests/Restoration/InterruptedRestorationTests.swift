import Foundation
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A restoration that ends the process is not repeated at each launch.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct InterruptedRestorationTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("screens")
  }

  /// A process that dies when its first book is created, or when its first view restores its state.
  private func dieWhileRestoring(isLate: Bool) async {
    await #expect(processExitsWith: .failure) { [path = path as String, isLate = isLate as Bool] in
      await MainActor.run {
        let fresh = LibraryWindow()
        let application = fresh.application
        if !isLate {
          fresh.catalog.register("book") { _ in fatalError("The book has gone.") }
        }
        guard let archive = ScreenStateFile(path: path).contentNow(nil).archive else { exit(0) }
        fresh.window.restore(from: archive, catalog: fresh.catalog)
        fresh.window.open()
        if isLate { fatalError("\(application.liveScreens.count) screens") }
      }
    }
  }

  @Test(arguments: [false, true])
  func anArchiveThatEndedTheProcessIsReportedAndNotRestored(isLate: Bool) async throws {
    let used = KillAndRestartTests.usedWindow()
    let file = ScreenStateFile(path: path)
    let archive = try await used.window.saveState(to: file)
    await dieWhileRestoring(isLate: isLate)
    // At each launch, until other state is saved.
    #expect(await file.read() == .interrupted(archive))
    #expect(await file.read() == .interrupted(archive))
    #expect(await file.read().archive == nil)
    try await used.window.saveState(to: file)
    #expect(folder.names == ["screens"])
    #expect(await file.read() == .restored(archive))
  }

  /// The user asks to try once more.
  @Test
  func anInterruptedRestorationCanBeRepeated() async throws {
    let used = KillAndRestartTests.usedWindow()
    let file = ScreenStateFile(path: path)
    try await used.window.saveState(to: file)
    await dieWhileRestoring(isLate: false)
    guard case .interrupted(let archive) = await file.read() else {
      Issue.record("It is not reported.")
      return
    }
    let clock = ManualClock()
    let application = ScreenApplication(clock: clock)
    let window = ScreenWindow<FakeView>(
      root: NavigationScreen<FakeView>(
        root: BookScreen(0, kind: "desk", in: application), stage: RecorderStage(),
        in: application), stage: RecorderStage(), in: application)
    window.restore(from: archive, catalog: ScreenCatalog())
    #expect(folder.names == ["screens", "screens.restoring"])
    // This process is alive, so nothing was interrupted.
    #expect(await file.read().archive == archive)
    try await clock.nextSleep()
    clock.advance(by: RestorationMark.graceTime)
    await application.restorationGrace?.value
    #expect(folder.names == ["screens"])
    #expect(await file.read().archive == archive)
  }

  /// To find out whether a mark was left behind, it is locked for a moment: the readers of one
  /// process must not take each other for a process that is restoring.
  @Test
  func simultaneousReadersAllSeeTheInterruptedRestoration() async throws {
    try await KillAndRestartTests.usedWindow().window.saveState(to: ScreenStateFile(path: path))
    folder.write([], to: "screens.restoring")
    let interrupted = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { [path] in
          (0..<2_000).count { _ in RestorationMark(of: path).wasLeft }
        }
      }
      var sum = 0
      for await count in group { sum += count }
      return sum
    }
    #expect(interrupted == 8_000)
  }

  /// It can be neither locked by a restoration nor removed after it.
  @Test
  func aFolderWithTheNameOfTheMarkIsNoMark() async throws {
    let file = ScreenStateFile(path: path)
    let archive = try await KillAndRestartTests.usedWindow().window.saveState(to: file)
    try FileManager.default.createDirectory(
      atPath: folder.file("screens.restoring"), withIntermediateDirectories: false)
    #expect(await file.read() == .restored(archive))
  }

  /// The process may die during a save from inside the restoration.
  @Test
  func aSaveFromInsideARestorationDoesNotEndIt() throws {
    let used = KillAndRestartTests.usedWindow()
    let file = ScreenStateFile(path: path)
    try used.window.saveStateBlocking(to: file)
    let archive = try #require(file.contentNow(nil).archive)
    let fresh = LibraryWindow()
    let application = fresh.application
    var names: [String] = []
    fresh.catalog.register("book") { [folder] state in
      _ = try? used.window.saveStateBlocking(to: file)
      names = folder.names
      return state.value(for: .number).map { BookScreen($0, in: application) }
    }
    fresh.window.restore(from: archive, catalog: fresh.catalog)
    #expect(names == ["screens", "screens.restoring"])
    // After the restoration, saving marks it as complete.
    try fresh.window.saveStateBlocking(to: file)
    #expect(folder.names == ["screens"])
  }

  @Test
  func aReportDescribesTheRestoration() {
    var report = ScreenRestorationReport()
    report.restoredCount = 1
    #expect("\(report)" == "1 screen restored, none lost.")
    report.losses = [
      ScreenRestorationReport.Loss(path: "stack/book[1]", screenCount: 3, reason: .notMade),
      ScreenRestorationReport.Loss(
        path: "stack/book[2]", screenCount: 1, reason: .refused(.isTaken)),
    ]
    #expect(
      "\(report)" == """
        1 screen restored, 4 lost. stack/book[1] was lost, with 2 in or above it: the catalog \
        returned nil. stack/book[2] was lost: The screen is already in a container, or shown \
        elsewhere.
        """)
  }
}
