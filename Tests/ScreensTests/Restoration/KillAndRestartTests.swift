import Foundation
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A process is killed, and another one continues.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct KillAndRestartTests {
  /// Repeats the user's actions of the killed process in this one.
  static func usedWindow() -> LibraryWindow {
    let used = LibraryWindow()
    used.simulateUse()
    return used
  }

  /// A new process: only the file exists.
  private func restart(_ path: String) throws -> LibraryWindow {
    let fresh = LibraryWindow()
    let content = ScreenStateFile(path: path).contentNow(nil)
    let archive = try #require(content.archive, "\(content)")
    let report = fresh.window.restore(from: archive, catalog: fresh.catalog)
    #expect(report.isComplete)
    fresh.window.open()
    return fresh
  }

  @Test
  func positionsAndTypedTextAreRestored() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("screens")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      try await MainActor.run {
        let used = KillAndRestartTests.usedWindow()
        try used.window.saveStateBlocking(to: ScreenStateFile(path: path))
        kill(getpid(), SIGKILL)
      }
    }
    let fresh = try restart(path)
    let expected = Self.usedWindow()
    #expect(fresh.places == expected.places)
    #expect(
      fresh.places == [
        "stack: desk 0, book 17, book 4",
        "tab: 1 of NavigationScreen<FakeView>, PageScreen<FakeView>", "page: 3 of 5",
        "over all: notice 1",
      ])
    for place in [0, 2, 3] { fresh.pages.turn(to: place, animated: false) }
    #expect(fresh.texts == expected.texts)
    fresh.expectOrder()
  }

  @Test
  func theWholeApplicationWithoutBlocking() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("screens")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let used = await KillAndRestartTests.usedWindow()
      try await used.application.saveState(to: ScreenStateFile(path: path))
      kill(getpid(), SIGKILL)
    }
    #expect(try restart(path).places == Self.usedWindow().places)
  }

  /// At any step of writing the second file, either the first one or the second is there, complete.
  @Test(arguments: ScreenStateFile.Step.allCases)
  func killedWhileWriting(_ step: ScreenStateFile.Step) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("screens")
    let number = ScreenStateFile.Step.allCases.firstIndex(of: step) ?? 0
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, number = number as Int] in
      try await MainActor.run {
        let last = ScreenStateFile.Step.allCases[number]
        let used = KillAndRestartTests.usedWindow()
        try used.window.saveStateBlocking(to: ScreenStateFile(path: path))
        used.tabs.select(0)
        let file = ScreenStateFile(path: path, schema: 1) { step in
          if step == last { kill(getpid(), SIGKILL) }
        }
        try used.window.saveStateBlocking(to: file)
      }
    }
    #expect(folder.names.count == (step == .inPlace ? 1 : 2))
    let fresh = try restart(path)
    #expect(fresh.tabs.selectedIndex == (step == .inPlace ? 0 : 1))
    // Leftover temporary files are removed.
    #expect(folder.names == ["screens", "screens.restoring"])
  }

  /// The disk seems full to this process.
  @Test
  func aFullDiskLeavesTheOldFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("screens")
    await #expect(processExitsWith: .success) { [path = path as String] in
      try await MainActor.run {
        let used = KillAndRestartTests.usedWindow()
        let file = ScreenStateFile(path: path)
        try used.window.saveStateBlocking(to: file)
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 300, rlim_max: 300)
        #if canImport(Glibc)
        let isLimited = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
        #else
        let isLimited = setrlimit(RLIMIT_FSIZE, &limit) == 0
        #endif
        guard isLimited else { exit(EXIT_FAILURE) }
        used.tabs.select(0)
        do throws(ScreenStateFileError) {
          try used.window.saveStateBlocking(to: file)
          exit(EXIT_FAILURE)
        } catch {
          let isTold = error == .noSpace && error.systemCode == EFBIG
          exit(isTold ? EXIT_SUCCESS : EXIT_FAILURE)
        }
      }
    }
    #expect(folder.names == ["screens"])
    #expect(try restart(path).tabs.selectedIndex == 1)
  }
}
