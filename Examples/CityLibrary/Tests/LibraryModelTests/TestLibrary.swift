import Foundation
import Stagecraft
import Synchronization

@testable import LibraryModel

/// A small library in a folder of its own, which is removed at the end.
final class TestLibrary: Sendable {
  static let today = Day(20_000)

  let folder: URL
  let library: Library

  /// Opens a library, or another desk of one.
  init(beside other: TestLibrary? = nil, titles: Int = 400) async throws {
    isOwner = other == nil
    folder =
      other?.folder
      ?? FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var settings = LibrarySettings(path: folder.appending(path: "library.sqlite").path)
    settings.titles = titles
    settings.now = { Moment(day: Self.today, hour: 12) }
    settings.manager = OperationManager("reader")
    settings.report = { error in print("reported: \(error)") }
    let opened = Mutex<Library?>(nil)
    let launch = try LibraryLaunch(
      settings, showWindow: {}, show: { library in opened.withLock { $0 = library } })
    try await launch.graph.run()
    library = opened.withLock { $0 }!
  }

  private let isOwner: Bool

  /// The library is open as long as this object, and needs its folder a little longer.
  deinit {
    let (library, folder) = (library, isOwner ? folder : nil)
    Task {
      await library.close()
      if let folder { try? FileManager.default.removeItem(at: folder) }
    }
  }

  /// Waits until a condition holds after a change of a list.
  static func until<Row>(
    _ list: some ListReading<Row>, _ condition: (ListSnapshot<Row>) -> Bool
  ) async {
    for await transition in list.transitions(initial: true) where condition(transition.new) {
      return
    }
  }

  var path: String { folder.appending(path: "library.sqlite").path }
  var catalogue: Catalogue { library.catalogue }
  var lending: Lending { library.lending }

  /// The number of the classic with a name.
  func title(_ name: String) -> Title {
    catalogue.titles.list.snapshot().first { $0.name == name }!
  }
}
