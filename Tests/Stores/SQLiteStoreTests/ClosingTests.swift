#if SQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

@Suite(.timeLimit(.minutes(1))) struct ClosingTests {
  @Test func aClosedStoreRefusesRequests() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["lend.sqlite"])
    let reader = try await Reader(store)
    await store.close()
    let error = await failure { try await reader.perform(.report) }
    #expect(error?.code == .closed)
    let late = await failure { try await store.livenessDescriptor() }
    #expect(late?.code == .closed)
    await store.close()
  }

  @Test func streamsEndWithTheStore() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["lend.sqlite"])
    let reader = try await Reader(store)
    await store.close()
    for await signal in reader.signals { Issue.record("\(signal)") }
    for await signal in store.signals(for: .random()) { Issue.record("\(signal)") }
  }

  @Test func theEndOfTheObjectEndsItsThreadsAndFiles() async throws {
    let folder = try TemporaryFolder()
    var store: SQLiteStore? = SQLiteStore(folder["lend.sqlite"])
    weak let core = store?.core
    _ = try await store?.livenessDescriptor()
    #expect(try clients(folder).count == 2)
    store = nil
    // The threads own the rest, and end by themselves.
    while core != nil { try await Task.sleep(for: .milliseconds(1)) }
    while try !clients(folder).isEmpty { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func aStoreThatWasNeverUsedOpensNothing() async throws {
    let folder = try TemporaryFolder()
    await SQLiteStore(folder["lend.sqlite"]).close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func theDescriptorOfLifeIsNotInherited() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["lend.sqlite"])
    let liveness = try await store.livenessDescriptor()
    #expect(fcntl(liveness, F_GETFD) & FD_CLOEXEC != 0)
    await store.close()
  }

  @Test func aStoreWithoutPipesCannotBeNotified() async throws {
    let folder = try TemporaryFolder()
    // A file is where the folder of the clients should be.
    try Data().write(to: URL(filePath: folder["lend.sqlite-pipes"]))
    let store = SQLiteStore(folder["lend.sqlite"])
    let reader = try await Reader(store)
    var iterator = reader.signals.makeAsyncIterator()
    guard case .cannotBeNotified(let reason) = await iterator.next(isolation: nil) else {
      Issue.record("It can be notified.")
      return
    }
    #expect(reason.contains("lend.sqlite-pipes"))
    // Everything else works.
    try await reader.add("Momo")
    #expect(try await reader.outcome(reader.ask()).grant != nil)
    await store.close()
  }

  @Test func namesOfPoolsAreExamined() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder["lend.sqlite"])
    for name in ["", "two\nlines", String(repeating: "x", count: 201)] {
      guard case .refused(.invalid) = try await store.perform(.report, in: name) else {
        Issue.record("\(name) was accepted.")
        return
      }
    }
    #expect(try await store.perform(.report, in: "O'Brien \"quoted\"") == .refused(.unknownPool))
    await store.close()
  }

  @Test func theDefaultPathFollowsTheEnvironment() {
    #expect(SQLiteStore.defaultPath.hasSuffix("/stagecraft-lend/lend.sqlite"))
    #expect(SQLiteStore.defaultPath.hasPrefix("/"))
  }
}

private func clients(_ folder: TemporaryFolder) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder["lend.sqlite-pipes"])
}
#endif
