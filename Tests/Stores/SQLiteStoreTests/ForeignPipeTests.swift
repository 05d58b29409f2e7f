#if SQLite
import Foundation
import StagecraftSharedPools
import StoreFloor
import Testing

@testable import StagecraftSQLiteStore

/// What other programs do to the folder of the desks.
@Suite(.timeLimit(.minutes(1))) struct ForeignPipeTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder["lend.sqlite"]
  }

  enum Replacement: CaseIterable {
    case nothing, pipe, file, folder, link
  }

  /// The holder lives, whatever is where its pipe was.
  @Test(arguments: Replacement.allCases)
  func aReplacedLifeEndsNothing(_ replacement: Replacement) async throws {
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    _ = try #require(try await reader.outcome(reader.ask()).grant)
    for name in try FileManager.default.contentsOfDirectory(atPath: path + "-bells") {
      let pipe = "\(path)-bells/\(name)"
      unlink(pipe)
      switch replacement {
      case .nothing: break
      case .pipe: #expect(mkfifo(pipe, 0o600) == 0)
      case .file: try Data("text".utf8).write(to: URL(filePath: pipe))
      case .folder: mkdir(pipe, 0o700)
      case .link: #expect(symlink("/dev/null", pipe) == 0)
      }
    }
    let other = SQLiteStore(path)
    let second = try await Reader(other)
    #expect(try await second.outcome(second.ask(joinsLine: false)) == .notFree)
    #expect(try await second.outcome(second.ask()).isWaiting)
    _ = try await second.perform(.sweep)
    #expect(try await second.report().count(of: .lent) == 1)
    await other.close()
    await store.close()
  }

  /// A ring is written into a pipe and into nothing else.
  @Test func aFileIsNotRung() throws {
    let desks = DeskFolder(path: folder.path, rights: 0o600)
    let bell = URL(filePath: desks.bell("desk.1"))
    try Data("text".utf8).write(to: bell)
    #expect(desks.ring("desk.1", .look) == .lost)
    #expect(try Data(contentsOf: bell) == Data("text".utf8))
  }

  @Test func foreignFilesAreNoDesks() throws {
    let desks = DeskFolder(path: folder.path, rights: 0o600)
    try Data("text".utf8).write(to: URL(filePath: desks.life("notes")))
    mkdir(desks.life("folder.12"), 0o700)
    #expect(mkfifo(desks.life("pipe"), 0o600) == 0)
    #expect(mkfifo(desks.life("pipe.99"), 0o600) == 0)
    #expect(!desks.isAnyAlive(besides: nil))
    for desk in desks.desks() {
      guard case .unknown = desks.look(at: desk) else {
        Issue.record("\(desk)")
        continue
      }
    }
  }

  /// A bell that always has something to read does not keep the thread from deadlines.
  @Test func aFloodedBellIsReadInParts() throws {
    let own = try #require(OwnDesk(in: DeskFolder(path: folder["bells"], rights: 0o600)))
    let bell = DeskFolder(path: folder["bells"], rights: 0o600).bell(own.name)
    let end = Locked(false)
    let thread = Thread {
      let descriptor = open(bell, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      let garbage = [UInt8](repeating: 0, count: 65_536)
      while !end.withLock({ $0 }) { _ = write(descriptor, garbage, garbage.count) }
      close(descriptor)
    }
    thread.start()
    for _ in 0..<200 { #expect(own.readMessages().count <= 2_048) }
    end.withLock { $0 = true }
  }
}
#endif
