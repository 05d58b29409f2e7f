import Foundation
import TestSupport
import Testing

@testable import StagecraftScreens

@Suite(.timeLimit(.minutes(3)))
struct StateFileTests {
  let folder: TemporaryFolder
  let file: ScreenStateFile

  init() throws {
    folder = try TemporaryFolder()
    file = ScreenStateFile(path: folder.file("screens"))
  }

  static func archive(_ text: String, count: Int = 3) -> ScreenArchive {
    let books = (0..<count).map { place in
      ScreenNode(
        name: "book", place: place, identity: ScreenArchive.Values(values: ["number": [0, 0x80]]),
        state: ScreenArchive.Values(values: ["text": Array(text.utf8)]))
    }
    return ScreenArchive(roots: [
      ScreenNode(container: .init(kind: .stack, current: count - 1), children: books)
    ])
  }

  @Test
  func aMissingFileIsReported() async {
    #expect(await file.read() == .none)
    #expect(await ScreenStateFile(path: folder.file("nowhere/screens")).read() == .none)
  }

  @Test
  func aWrittenArchiveIsRead() async throws {
    for text in ["one", "", String(repeating: "long ", count: 100_000), "last"] {
      let archive = Self.archive(text)
      try await file.write(archive)
      #expect(await file.read() == .restored(archive))
      #expect(await file.read().archive == archive)
    }
    #expect(folder.names == ["screens"])
  }

  @Test
  func theBlockingMethodsDoTheSame() async throws {
    let file = file
    let content = try await onThread {
      try file.writeBlocking(Self.archive("typed"))
      return file.readBlocking()
    }
    #expect(content == .restored(Self.archive("typed")))
  }

  @Test
  func onlyTheOwnerMayReadIt() async throws {
    try await file.write(Self.archive("secret"))
    let facts = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test(.onSeparateThread)
  func eachChangedByteIsDetected() async throws {
    try await file.write(Self.archive("typed", count: 1))
    let bytes = try #require(folder.bytes("screens"))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      folder.write(damaged, to: "screens")
      let content = await file.read()
      guard case .unreadable(.isDamaged, movedTo: let newPath) = content else {
        Issue.record("Byte \(place): \(content)")
        continue
      }
      #expect(newPath == folder.file("screens.unreadable"))
      #expect(folder.bytes("screens.unreadable") == damaged)
      #expect(await file.read() == .none)
    }
    for count in bytes.indices {
      folder.write(Array(bytes[..<count]), to: "screens")
      guard case .unreadable(.isDamaged, movedTo: _?) = await file.read() else {
        Issue.record("\(count) bytes")
        continue
      }
    }
    folder.write(bytes + [0], to: "screens")
    guard case .unreadable(.isDamaged, movedTo: _?) = await file.read() else {
      Issue.record("one byte more")
      return
    }
    #expect(folder.names == ["screens.unreadable"])
  }

  @Test
  func aValidChecksumIsNotEnough() async {
    for payload in [[], [1, 2, 3], [0, StateTag.list, 4, 0x80, 0x80, 0x80, 0x80]] as [[UInt8]] {
      folder.write(StateFileHeader(schema: 1, payload: payload).bytes + payload, to: "screens")
      guard case .unreadable(.isDamaged, movedTo: _?) = await file.read() else {
        Issue.record("\(payload)")
        continue
      }
    }
  }

  @Test
  func newerVersionsAreLeftAlone() async throws {
    let newer = ScreenStateFile(path: file.path, schema: 9)
    try await newer.write(Self.archive("from the future"))
    #expect(await file.read() == .tooNew(schema: 9, movesTo: folder.file("screens.newer-9")))
    #expect(await newer.read() == .restored(Self.archive("from the future")))
    var header = StateFileHeader(schema: 1, payload: [1])
    header.format = 2
    folder.write(header.bytes + [1, 2, 3], to: "screens")
    #expect(await file.read() == .tooNew(schema: nil, movesTo: folder.file("screens.newer")))
    #expect(folder.names == ["screens"])
  }

  /// A newer version may write larger files than this one reads.
  @Test
  func largeFilesOfNewerVersionsAreLeftAlone() async throws {
    func write(_ header: StateFileHeader) {
      folder.write(header.bytes, to: "screens")
      #expect(truncate(file.path, off_t(ScreenStateFile.maximumCount + 1)) == 0)
    }
    var header = StateFileHeader(schema: 1, payload: [1])
    header.format = 2
    write(header)
    #expect(await file.read() == .tooNew(schema: nil, movesTo: folder.file("screens.newer")))
    write(StateFileHeader(schema: 9, payload: [1]))
    #expect(await file.read() == .tooNew(schema: 9, movesTo: folder.file("screens.newer-9")))
    #expect(folder.names == ["screens"])
    write(StateFileHeader(schema: 1, payload: [1]))
    guard case .unreadable(.isDamaged, movedTo: _?) = await file.read() else {
      Issue.record("It is larger than the maximum.")
      return
    }
  }

  /// An existing entry with the name of the kept file is replaced; if that fails, the save throws
  /// and the newer file remains in place.
  @Test
  func aNewerFileIsKeptUnderATakenName() async throws {
    let newer = ScreenStateFile(path: file.path, schema: 9)
    for hasFolder in [false, true] {
      try await newer.write(Self.archive("from the future"))
      if hasFolder {
        try FileManager.default.removeItem(atPath: folder.file("screens.newer-9"))
        try FileManager.default.createDirectory(
          atPath: folder.file("screens.newer-9"), withIntermediateDirectories: false)
        await #expect(throws: ScreenStateFileError.self) {
          try await file.write(Self.archive("old"))
        }
        #expect(await newer.read() == .restored(Self.archive("from the future")))
        #expect(folder.names == ["screens", "screens.newer-9"])
      } else {
        folder.write([1, 2, 3], to: "screens.newer-9")
        try await file.write(Self.archive("old"))
        let kept = ScreenStateFile(path: folder.file("screens.newer-9"), schema: 9)
        #expect(await kept.read() == .restored(Self.archive("from the future")))
        #expect(await file.read() == .restored(Self.archive("old")))
      }
    }
  }

  @Test
  func olderVersionsAreMigrated() async throws {
    try await ScreenStateFile(path: file.path, schema: 2).write(Self.archive("old"))
    let current = ScreenStateFile(path: file.path, schema: 4)
    #expect(await current.read() == .restored(Self.archive("old")))
    let content = await current.read { archive, schema in
      #expect(schema == 2)
      var archive = archive
      archive.updateEach { $0.state?.rename("text", to: "comment") }
      return archive
    }
    #expect(content.archive?.screens.last?.state?.keys == ["comment"])
    #expect(await current.read { _, _ in nil } == .outdated(schema: 2))
    #expect(folder.names == ["screens"])
    struct Refusal: Error {}
    guard
      case .unreadable(let error, movedTo: _?) = await current.read(migrate: { _, _ in
        throw Refusal()
      })
    else {
      Issue.record("It was read.")
      return
    }
    #expect(error == .cannotBeMigrated && error.description == "Refusal()")
    #expect(folder.names == ["screens.unreadable"])
  }

  @Test
  func sameVersionsAreNotMigrated() async throws {
    try await file.write(Self.archive("current"))
    let content = await file.read { _, _ in
      Issue.record("It is not older.")
      return nil
    }
    #expect(content == .restored(Self.archive("current")))
  }

  @Test
  func systemErrorsAreReported() async throws {
    let nowhere = ScreenStateFile(path: folder.file("nowhere/screens"))
    let error = await #expect(throws: ScreenStateFileError.self) {
      try await nowhere.write(Self.archive("x"))
    }
    #expect(error?.code == .failed && error?.systemCode == ENOENT)
    #expect(error?.description.hasPrefix("No such file or directory when trying to open ") == true)
    folder.write([], to: "file")
    guard case .failed(let reason) = await ScreenStateFile(path: folder.file("file/screens")).read()
    else {
      Issue.record("It was read.")
      return
    }
    #expect(reason.systemCode == ENOTDIR)
    // A folder is not a file, and is not replaced by one.
    let path = folder.file("screens")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(await file.read() == .failed(.isNoFile))
    await #expect(throws: ScreenStateFileError.failed) { try await file.write(Self.archive("x")) }
    #expect(folder.names == ["file", "screens"])
  }

  @Test
  func missingPermissionsAreReported() async throws {
    // No user can write there, not even the superuser.
    let file = ScreenStateFile(path: "/proc/screens")
    let error = await #expect(throws: ScreenStateFileError.self) {
      try await file.write(Self.archive("x"))
    }
    #expect([.notPermitted, .failed].contains(error?.code))
  }

  @Test
  func leftoverTemporaryFilesAreRemoved() async throws {
    folder.write([1], to: "screens.1234.saving")
    folder.write([1], to: "others.1234.saving")
    folder.write([1], to: "screens.1234.txt")
    // A file of the user's own.
    folder.write([1], to: "screens.before.saving")
    try await file.write(Self.archive("x"))
    #expect(folder.names.count == 5)
    #expect(await file.read() == .restored(Self.archive("x")))
    #expect(
      folder.names == [
        "others.1234.saving", "screens", "screens.1234.txt", "screens.before.saving",
      ])
  }

  @Test
  func pathsOfAllKinds() async throws {
    let there = SystemFolder(of: "/there/screens")
    #expect(there.path == "/there" && there.fileName == "screens")
    #expect(there.file("x") == "/there/x")
    let root = SystemFolder(of: "/screens")
    #expect(root.path == "/" && root.file("x") == "/x")
    let here = SystemFolder(of: "screens")
    #expect(here.path == "." && here.file("x") == "./x")
  }

  /// The file system allows 255 bytes; the name of a temporary file must not need more.
  @Test(arguments: [200, 231, 232, 240, 255])
  func longNames(_ length: Int) async throws {
    let name = String(repeating: "é", count: length / 2) + (length % 2 == 0 ? "" : "x")
    let file = ScreenStateFile(path: folder.file(name))
    try await file.write(Self.archive("typed"))
    #expect(await file.read() == .restored(Self.archive("typed")))
    #expect(folder.names == [name])
    folder.write([1, 2, 3], to: name)
    guard case .unreadable(_, movedTo: let path?) = await file.read() else {
      Issue.record("It was not renamed.")
      return
    }
    #expect(folder.names.map { folder.file($0) } == [path])
  }

  /// A slash and a combining mark after it form one character.
  @Test
  func aSlashSeparatesBeforeACombiningMark() async throws {
    let file = ScreenStateFile(path: folder.path + "/\u{301}screens")
    try await file.write(Self.archive("typed"))
    #expect(await file.read() == .restored(Self.archive("typed")))
    let folder = SystemFolder(of: "/there/\u{301}screens")
    #expect(folder.path == "/there" && Array(folder.fileName.utf8).prefix(2) == [0xCC, 0x81])
  }

  /// The present version of an app, used once more after a newer one.
  @Test
  func aNewerFileIsKeptWhenAnOlderVersionSaves() async throws {
    let newer = ScreenStateFile(path: file.path, schema: 9)
    try await newer.write(Self.archive("from the future"))
    // Whether it was read or not.
    try await file.write(Self.archive("from today"))
    #expect(await file.read() == .restored(Self.archive("from today")))
    #expect(folder.names == ["screens", "screens.newer-9"])
    let kept = ScreenStateFile(path: folder.file("screens.newer-9"), schema: 9)
    #expect(await kept.read() == .restored(Self.archive("from the future")))
    // A newer version continues with the existing file, which is not renamed.
    #expect(await newer.read() == .restored(Self.archive("from today")))
    try await newer.write(Self.archive("later"))
    #expect(folder.names == ["screens", "screens.newer-9"])
    // A format that does not exist yet.
    var header = StateFileHeader(schema: 1, payload: [1])
    header.format = 2
    folder.write(header.bytes + [1], to: "screens")
    try await file.write(Self.archive("from today"))
    #expect(folder.bytes("screens.newer") == header.bytes + [1])
    #expect(await file.read() == .restored(Self.archive("from today")))
  }

  /// If it cannot be renamed, nothing is written.
  @Test
  func aNewerFileThatCannotBeKeptIsNotOverwritten() async throws {
    let newer = ScreenStateFile(path: file.path, schema: 9)
    try await newer.write(Self.archive("from the future"))
    try FileManager.default.createDirectory(
      atPath: folder.file("screens.newer-9"), withIntermediateDirectories: false)
    let file = file
    await #expect(throws: ScreenStateFileError.self) {
      try await file.write(Self.archive("from today"))
    }
    #expect(await newer.read() == .restored(Self.archive("from the future")))
    #expect(folder.names == ["screens", "screens.newer-9"])
  }

  @Test
  func anArchiveTooLargeToBeReadIsNotWritten() async throws {
    try await file.write(Self.archive("typed"))
    let text = String(repeating: "x", count: ScreenStateFile.maximumCount)
    await #expect(throws: ScreenStateFileError.cannotBeEncoded) {
      try await file.write(Self.archive(text, count: 1))
    }
    #expect(await file.read() == .restored(Self.archive("typed")))
    folder.write([UInt8](repeating: 0, count: ScreenStateFile.maximumCount + 1), to: "screens")
    guard case .unreadable(.isDamaged, movedTo: _?) = await file.read() else {
      Issue.record("It was read.")
      return
    }
  }
}
