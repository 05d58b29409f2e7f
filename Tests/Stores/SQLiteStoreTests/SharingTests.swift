#if SQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

/// The recipe of Documentation/operating.md for users who share a store.
@Suite(.timeLimit(.minutes(1))) struct SharingTests {
  let folder: TemporaryFolder
  let path: String
  let sides = ["-lock", "-entry", "-wal", "-shm"]

  init() throws {
    folder = try TemporaryFolder()
    path = folder["lend.sqlite"]
  }

  /// Creates a store, and follows the recipe.
  private func share(group: String) async throws {
    let store = SQLiteStore(path)
    try await Reader(store).add("Momo")
    await store.close()
    let number = try #require(getgrnam(group)).pointee.gr_gid
    for file in [path, folder.path] { #expect(chown(file, uid_t.max, number) == 0) }
    #expect(chmod(path, 0o660) == 0)
    #expect(chmod(folder.path, 0o2770) == 0)
  }

  private var ownGroup: String {
    get throws { String(cString: try #require(getgrgid(getgid())).pointee.gr_name) }
  }

  private func rights(_ suffix: String) -> mode_t? { FileIdentity(of: path + suffix)?.rights }

  @Test func theFilesBesideAStoreReceiveItsRights() async throws {
    try await share(group: try ownGroup)
    let store = SQLiteStore(path)
    #expect(store.placeFlaws().count == 5)
    #expect(store.placeFlaws().first?.contains("run lend list once as user \(getuid())") == true)
    _ = try await Reader(store)
    for suffix in sides { #expect(rights(suffix) == 0o660, "\(suffix)") }
    #expect(rights("-pipes") == 0o2770)
    for name in fileNames(in: path + "-pipes").filter({ !$0.hasPrefix(".") }) {
      #expect(rights("-pipes/" + name) == 0o660)
    }
    #expect(store.placeFlaws() == [])
    await store.close()
  }

  @Test func whoMayOnlyReadCanLockNothing() async throws {
    try await share(group: try ownGroup)
    #expect(chmod(path, 0o664) == 0)
    let store = SQLiteStore(path)
    _ = try await Reader(store)
    for suffix in ["-lock", "-shm"] { #expect(rights(suffix) == 0o660) }
    await store.close()
  }

  @Test func aLinkAmongThePipesIsNotFollowed() async throws {
    try await share(group: try ownGroup)
    try Data().write(to: URL(filePath: folder["letter"]))
    chmod(folder["letter"], 0o600)
    mkdir(path + "-pipes", 0o700)
    #expect(symlink(folder["letter"], path + "-pipes/one.liveness") == 0)
    #expect(link(folder["letter"], path + "-pipes/two.liveness") == 0)
    let store = SQLiteStore(path)
    _ = try await Reader(store)
    #expect(FileIdentity(of: folder["letter"])?.rights == 0o600)
    await store.close()
  }

  @Test func aCopyThatOthersCanReadIsFound() async throws {
    let store = SQLiteStore(path)
    _ = try await Reader(store)
    try Data().write(to: URL(filePath: path + ".copy"))
    chmod(path + ".copy", 0o644)
    #expect(store.placeFlaws().count == 1)
    #expect(store.placeFlaws().first?.contains("chmod 600") == true)
    await store.close()
  }

  @Test func theCopyBeforeAnUpgradeIsForItsUserOnly() async throws {
    let old = SQLiteStore(path)
    _ = try await Reader(old)
    await old.close()
    let scripts = Schema.scripts + ["ALTER TABLE lend_resource ADD COLUMN shelf TEXT"]
    let new = SQLiteStore(path, SQLiteStoreConfiguration(), clock: .machine, scripts: scripts)
    _ = try await Reader(new)
    #expect(rights("-edition-\(Schema.scripts.count)") == 0o600)
    await new.close()
  }

  @Test func withoutAHomeThereIsNoStore() async {
    let error = await failure { try await Reader(SQLiteStore("")) }
    #expect(error?.code == .unsuitable)
    #expect(error?.explanation.contains("Set HOME") == true)
  }

  #if os(Linux)
  /// Another user, whose own group is another, borrows; its death is noticed at once.
  @Test(.enabled(if: getuid() == 0, "Only root can start processes of two users."))
  func twoUsersShareAStore() async throws {
    try await share(group: "daemon")
    // The owner opens it once.
    let store = SQLiteStore(path)
    let reader = try await Reader(store)
    let other = ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--groups=daemon"]
    let client = try ClientProcess(path, "hold", through: other)
    try await client.line("granted")
    let ask = reader.ask()
    #expect(try await reader.outcome(ask).isWaiting)
    client.signal(SIGKILL)
    client.waitForEnd()
    _ = try await reader.borrow(ask)
    await store.close()
  }

  @Test(.enabled(if: getuid() == 0, "Only root can start a process of another user."))
  func whoMayOnlyReadCannotOpenTheLock() async throws {
    try await share(group: "daemon")
    #expect(chmod(path, 0o664) == 0)
    #expect(chmod(folder.path, 0o2775) == 0)
    #expect(chmod(path + "-lock", 0o664) == 0)
    let store = SQLiteStore(path)
    _ = try await Reader(store)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    process.arguments = [
      "--reuid=nobody", "--regid=nogroup", "--clear-groups", "/usr/bin/flock", "--nonblock",
      path + "-lock", "true",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    // Not 1, which says that it is locked.
    #expect(process.terminationStatus == 66)
    await store.close()
  }
  #endif
}
#endif
