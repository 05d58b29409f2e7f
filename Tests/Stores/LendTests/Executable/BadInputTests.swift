#if SQLite && PostgreSQL
import CSQLite
import Foundation
import Testing

@Suite("Bad input to lend, as a process", .timeLimit(.minutes(1)))
struct BadInputTests {
  /// Expects a failure with one sentence.
  private func expect(
    _ result: (code: Int32, output: [String], errors: String), _ code: Int32, _ sentence: String
  ) {
    #expect(result.code == code, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(result.errors.hasPrefix("lend: "))
    #expect(!result.errors.contains("Error("))
  }

  @Test func wordsThatAreNotAllowed() async throws {
    let folder = try Folder()
    expect(try await folder.lend("add", "two\nlines"), 2, "line break")
    expect(try await folder.lend("add", ""), 2, "The name is empty")
    expect(try await folder.lend("add", "--label", "", "a"), 2, "The label is empty")
    expect(try await folder.lend("init", "--ttl", "1s", "--margin", "1s"), 2, "margin")
    expect(try await folder.lend("add", "a", "--payload-file", "/none"), 2, "cannot be read")
    expect(try await folder.lend("list", "--at", "redis://x"), 2, "redis://")
    expect(try await folder.lend("list", "--pool", ""), 2, "The name of the pool is empty")
    let large = folder.path + "/large"
    try Data(count: 1 << 20).write(to: URL(fileURLWithPath: large))
    expect(try await folder.lend("add", "a", "--payload-file", large), 2, "1048576 bytes")
    // None of them has created the store.
    #expect(!FileManager.default.fileExists(atPath: folder.store))
  }

  @Test func namesWithQuotesAreNames() async throws {
    let folder = try Folder()
    let name = "Ada's \"phone\"; drop table resource; -- \u{1F4F1}"
    #expect(try await folder.lend("add", name).code == 0)
    expect(try await folder.lend("add", name), 3, "There is a resource")
    let result = try await folder.lend("run", "--", "sh", "-c", "echo \"$LEND_NAME\"")
    #expect(result.output == [name])
  }

  @Test func aStoreThatIsNotThereIsNotCreatedByReaders() async throws {
    let folder = try Folder()
    expect(try await folder.lend("list"), 6, "There is no store at")
    expect(try await folder.lend("run", "--", "true"), 125, "There is no store at")
    #expect(!FileManager.default.fileExists(atPath: folder.store))
  }

  @Test func aFileThatIsNoDatabase() async throws {
    let folder = try Folder()
    let text = String(repeating: "This is a letter, not a database. ", count: 100)
    try text.write(toFile: folder.store, atomically: false, encoding: .utf8)
    expect(try await folder.lend("add", "a"), 6, folder.store)
    #expect(try String(contentsOfFile: folder.store, encoding: .utf8) == text)
  }

  /// Runs statements on a SQLite file.
  private func execute(_ statements: String, _ path: String) {
    var database: OpaquePointer?
    #expect(sqlite3_open(path, &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(database)
  }

  @Test func aDatabaseOfSomethingElse() async throws {
    let folder = try Folder()
    execute("create table book (title text); insert into book values ('Ada')", folder.store)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.store))
    expect(try await folder.lend("add", "a"), 6, folder.store)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == before)
  }

  @Test func aStoreThatIsTooNew() async throws {
    let folder = try Folder()
    #expect(try await folder.lend("add", "a").code == 0)
    execute("update lend_meta set value = 99 where key = 'edition'", folder.store)
    expect(try await folder.lend("list"), 6, "99")
  }

  #if os(Linux)
  @Test(.enabled(if: getuid() == 0, "Only root can start a process of another user."))
  func aFolderThatMayNotBeEntered() async throws {
    let folder = try Folder()
    #expect(try await folder.lend("add", "a").code == 0)
    chmod(folder.path, 0o700)
    // The outer run starts it as another user.
    let result = try await folder.lend(
      "run", "--", "setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups",
      LendProcess.executable.path, "list")
    expect(result, 5, "may not enter the folder \"\(folder.path)\"")
  }
  #endif

  @Test func aFolderThatIsNotThere() async throws {
    let folder = try Folder()
    let result = try await folder.lend("add", "a", "--at", folder.path + "/none/lend.sqlite")
    #expect(result.code >= 4 && result.errors.contains("/none"), "\(result.errors)")
  }

  @Test func aServerThatIsNotThere() async throws {
    let folder = try Folder()
    let at = "postgres://127.0.0.1:1/lend"
    let result = try await folder.lend("list", "--at", at)
    expect(result, 4, "127.0.0.1")
    let secret = try await folder.lend(
      "list", environment: ["LEND_AT": "postgres://me:secret@127.0.0.1:1/lend"])
    #expect(secret.code == 4 && !secret.errors.contains("secret"))
  }
}
#endif
