#if SQLite && PostgreSQL && os(Linux)
import Foundation
import Testing

/// A disk of a megabyte, mounted over a folder.
private final class SmallDisk: Sendable {
  let folder: Folder

  /// Fails where no disk can be mounted.
  init() throws {
    folder = try Folder()
    try #require(Self.isPossible(at: folder.path))
  }

  deinit { Self.run("/bin/umount", "-l", folder.path) }

  private static func isPossible(at path: String) -> Bool {
    run("/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path)
  }

  static let isPossible: Bool = {
    guard getuid() == 0, let folder = try? Folder() else { return false }
    defer { run("/bin/umount", "-l", folder.path) }
    return isPossible(at: folder.path)
  }()

  @discardableResult
  private static func run(_ words: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Takes all the room that is left.
  func fill() {
    let file = open(folder.path + "/rest", O_WRONLY | O_CREAT, 0o600)
    let bytes = [UInt8](repeating: 0, count: 4_096)
    for size in [4_096, 1] { while write(file, bytes, size) == size {} }
    close(file)
  }
}

@Suite(
  "lend on a full disk, as a process", .timeLimit(.minutes(3)),
  .enabled(if: SmallDisk.isPossible, "No small disk can be mounted here."))
struct FullDiskTests {
  private func addUntilFull(_ folder: Folder) async throws -> (count: Int, errors: String) {
    let payload = String(repeating: "x", count: 60_000)
    for count in 1... {
      let added = try await folder.lend("add", "phone-\(count)", "--payload", payload)
      if added.code == 0 { continue }
      #expect(added.code == 7 && added.output.isEmpty, "\(added)")
      return (count - 1, added.errors)
    }
    return (0, "")
  }

  @Test func nothingChangesWhenThereIsNoRoom() async throws {
    let disk = try SmallDisk()
    #expect(try await disk.folder.lend("add", "kept").code == 0)
    let (count, errors) = try await addUntilFull(disk.folder)
    #expect(errors.contains("no room left"))
    let state = try await disk.folder.lend("list").output.first
    #expect(state == "default: \(count + 1) free; 0 waiting")
  }

  enum Filling: CaseIterable { case otherFiles, payloads }

  /// The command goes on for three times the time to live.
  @Test(arguments: Filling.allCases)
  func renewalsGoOnWhenTheDiskIsFull(_ filling: Filling) async throws {
    let disk = try SmallDisk()
    let folder = disk.folder
    #expect(try await folder.lend("init", "--ttl", "5s").code == 0)
    #expect(try await folder.lend("add", "phone").code == 0)
    let script = """
      echo $LEND_NAME; until [ -e $TEST_FOLDER/full ]; do sleep 0.05; done; sleep 15; exit 7
      """
    let holder = try folder.run(script)
    #expect(await holder.line() == "phone")
    if filling == .payloads { _ = try await addUntilFull(folder) }
    disk.fill()
    // A file without content needs no room.
    #expect(FileManager.default.createFile(atPath: folder.path + "/full", contents: nil))
    let result = await holder.result()
    #expect(result.code == 7, "\(result)")
  }
}
#endif
