#if SQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

/// One file that is seen in two folders, by two clocks, or by several users.
@Suite(.timeLimit(.minutes(2))) struct PlaceTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder["lend.sqlite"]
    mkdir(folder["other"], 0o700)
  }

  private func holder() async throws -> SQLiteStore {
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    try await reader.add("Momo")
    _ = try #require(try await reader.outcome(reader.ask()).grant)
    return store
  }

  @Test func aSecondNameOfTheFileIsRefused() async throws {
    let store = try await holder()
    #expect(link(path, folder["other/lend.sqlite"]) == 0)
    for name in ["other/lend.sqlite", "lend.sqlite"] {
      let error = await failure { try await Reader(SQLiteStore(folder[name])) }
      #expect(error?.code == .unsuitable)
      #expect(error?.explanation.contains("2 names") == true)
    }
    #expect(unlink(folder["other/lend.sqlite"]) == 0)
    #expect(try await Reader(SQLiteStore(path)).report().count(of: .lent) == 1)
    await store.close()
  }

  @Test func aLinkLeadsToTheStoreAndItsFiles() async throws {
    let store = try await holder()
    #expect(symlink(path, folder["other/lend.sqlite"]) == 0)
    let other = SQLiteStore(folder["other/lend.sqlite"])
    let reader = try await Reader(other)
    #expect(try await reader.outcome(reader.ask(joinsLine: false)) == .notFree)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["other"]).count == 1)
    await other.close()
    await store.close()
  }

  #if os(Linux)
  @Test(.enabled(if: canBind, "Only a user who may mount can show a file in two folders."))
  func aFileThatIsMountedAloneIsRefused() async throws {
    let store = try await holder()
    try Data().write(to: URL(filePath: folder["other/lend.sqlite"]))
    let bind = UInt(MS_BIND)
    #expect(mount(path, folder["other/lend.sqlite"], nil, bind, nil) == 0)
    defer { umount2(folder["other/lend.sqlite"], Int32(MNT_DETACH)) }
    let error = await failure { try await Reader(SQLiteStore(folder["other/lend.sqlite"])) }
    #expect(error?.code == .unsuitable)
    #expect(error?.explanation.contains("mounted alone") == true)
    #expect(try await Reader(SQLiteStore(path)).report().count(of: .lent) == 1)
    await store.close()
  }

  /// In a container whose clock is shifted, the lease has not ended either.
  @Test(.enabled(if: canShiftClock, "Only root can start a process whose clock is shifted."))
  func aShiftedClockEndsNoLease() async throws {
    let store = try await holder()
    // A clock cannot be shifted to before the start of the machine.
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    for shift in [1_000, -min(1_000, time.tv_sec / 2)] {
      let client = try ClientProcess(
        path, "try",
        through: ["/usr/bin/unshare", "--time", "--fork", "--boottime", String(shift)])
      #expect(await client.line() == "not free")
    }
    #expect(try await Reader(store).report().count(of: .lent) == 1)
    await store.close()
  }
  #endif
}

#if os(Linux)
private let canBind: Bool = {
  guard let folder = try? TemporaryFolder() else { return false }
  defer { umount2(folder.path, Int32(MNT_DETACH)) }
  return mount(folder.path, folder.path, nil, UInt(MS_BIND), nil) == 0
}()

private let canShiftClock: Bool = {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/unshare")
  process.arguments = ["--time", "--fork", "--boottime", "1000", "/bin/true"]
  process.standardError = FileHandle.nullDevice
  guard getuid() == 0, (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}()
#endif
#endif
