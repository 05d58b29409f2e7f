import Foundation
import Testing

@testable import WindowDriver

extension WindowTests {
  @MainActor
  @Suite("Opening")
  struct OpeningTests {
    @Test func aFileThatIsNoDatabaseIsNamedAndCanBeRemoved() async throws {
      try await CityLibrary.withFolder { folder in
        let file = folder.appending(path: "library.sqlite")
        try Data("This is a text.".utf8).write(to: file)
        let library = try await CityLibrary(folder)
        defer { library.run.kill() }
        try await library.sees("The file \(file.path) cannot be read or written.")
        try FileManager.default.removeItem(at: file)
        try await library.press("Try Again")
        try await library.openCover("Hard Times")
        library.expectNoCriticals()
      }
    }
  }
}
