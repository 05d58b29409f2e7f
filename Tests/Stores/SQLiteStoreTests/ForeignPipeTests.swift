#if SQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import TestSupport
import Testing

@testable import StagecraftSQLiteStore

/// What other programs do to the folder of the clients.
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
    for name in try FileManager.default.contentsOfDirectory(atPath: path + "-pipes") {
      let pipe = "\(path)-pipes/\(name)"
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

  /// A notification is written into a pipe and into nothing else.
  @Test func aFileIsNotNotified() throws {
    let clients = ClientFolder(path: folder.path, rights: 0o600)
    let notificationPipe = URL(filePath: clients.notificationPipe("client.1"))
    try Data("text".utf8).write(to: notificationPipe)
    #expect(clients.notify("client.1", .look) == .lost)
    #expect(try Data(contentsOf: notificationPipe) == Data("text".utf8))
  }

  @Test func foreignFilesAreNoClients() throws {
    let clients = ClientFolder(path: folder.path, rights: 0o600)
    try Data("text".utf8).write(to: URL(filePath: clients.liveness("notes")))
    mkdir(clients.liveness("folder.12"), 0o700)
    #expect(mkfifo(clients.liveness("pipe"), 0o600) == 0)
    #expect(mkfifo(clients.liveness("pipe.99"), 0o600) == 0)
    #expect(!clients.isAnyAlive(besides: nil))
    for client in clients.clients() {
      guard case .unknown = clients.look(at: client) else {
        Issue.record("\(client)")
        continue
      }
    }
  }

  /// A notification pipe that always has something to read does not keep the thread from deadlines.
  @Test func aFloodedPipeIsReadInParts() async throws {
    mkdir(folder["pipes"], 0o700)
    let own = try #require(OwnClient(in: ClientFolder(path: folder["pipes"], rights: 0o600)))
    let notificationPipe = ClientFolder(path: folder["pipes"], rights: 0o600).notificationPipe(
      own.name)
    let end = Locked(false)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let thread = Thread {
      let descriptor = open(notificationPipe, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      let garbage = [UInt8](repeating: 0, count: 65_536)
      while !end.withLock({ $0 }) { _ = write(descriptor, garbage, garbage.count) }
      close(descriptor)
      ended.finish()
    }
    thread.start()
    for _ in 0..<200 { #expect(own.readMessages().count <= 2_048) }
    end.withLock { $0 = true }
    // A write into a pipe without a reader would end this process.
    for await _ in ends {}
    withExtendedLifetime(own) {}
  }
}
#endif
