import Foundation
import Testing

@testable import WindowDriver

extension WindowTests {
  /// What is opened and closed many times leaves no memory behind.
  ///
  /// `WINDOW_ROUNDS` and `TAB_ROUNDS` are how often.
  @MainActor
  @Suite("Memory")
  struct MemoryTests {
    /// What may remain: pages that the allocator keeps, and the record of the timeline, which grows
    /// to 100,000 events.
    private static let allowedKilobytes = 24 * 1_024

    private func rounds(_ name: String, _ usual: Int) -> Int {
      ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    @Test(.onlyWithAll) func windowsGiveTheirMemoryBack() async throws {
      try await CityLibrary.open { library in
        try await library.tab("Loans")
        try await library.focus(.button, "Sign In")
        @MainActor func openAndClose() async throws {
          try await library.opensWindow { try library.keys("ctrl+question") }
          // The focus is where it was before the first window.
          try await library.seesFocus("Sign In")
          try await library.opensWindow { try library.keys("Return") }
          try await library.seesFocus("Sign In")
        }
        // Fonts, styles and icons are read once.
        for _ in 0..<5 { try await openAndClose() }
        let before = library.run.residentKilobytes
        let count = rounds("WINDOW_ROUNDS", 10)
        for _ in 0..<count { try await openAndClose() }
        try await library.givesBack(Self.allowedKilobytes, above: before, "\(2 * count) windows")
      }
    }

    @Test(.onlyWithAll) func tabsGiveTheirMemoryBack() async throws {
      try await CityLibrary.open { library in
        @MainActor func change() throws { try library.keys("alt+2", "alt+3", "alt+4", "alt+1") }
        for _ in 0..<5 { try change() }
        try await library.sees("All")
        let before = library.run.residentKilobytes
        let count = rounds("TAB_ROUNDS", 15)
        for _ in 0..<count { try change() }
        try await library.sees("All")
        try await library.givesBack(
          Self.allowedKilobytes, above: before, "\(4 * count) changes of tabs")
      }
    }
  }
}

extension CityLibrary {
  /// Opens a window over the main one, and closes it.
  fileprivate func opensWindow(_ open: @MainActor () throws -> Void) async throws {
    try await window("City Library")
    try open()
    try await until("a second window") { $0.windows.count == 2 ? true : nil }
    try await until("one window") { tree in
      if tree.windows.count == 1 { return true }
      try keys("Escape")
      return nil
    }
  }

  fileprivate func givesBack(_ allowed: Int, above before: Int, _ what: String) async throws {
    let now = run.residentKilobytes
    print("\(what): \(before) KiB before, \(now) KiB after")
    #expect(now < before + allowed, "\(what): \(before) KiB before, \(now) KiB after")
  }
}
