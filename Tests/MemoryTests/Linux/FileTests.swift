import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

@Suite struct FileTests {
  @Test func missingFileIsAbsent() throws {
    let root = try TemporaryRoot(["/file": "text"])
    for path in ["/nothing", "/file/below"] {
      let error = #expect(throws: SystemError.self) { try SmallFile.read(root.path + path) }
      #expect(error?.isAbsence == true)
      #expect(error?.description.contains(path) == true)
    }
    let error = #expect(throws: SystemError.self) { try SmallFile.read(root.path) }
    #expect(error?.isAbsence == false)
  }

  @Test func filesAreReadToTheLimit() throws {
    let text = String(repeating: "0123456789", count: 2000)
    let root = try TemporaryRoot(["/file": text, "/empty": ""])
    #expect(try SmallFile.read(root.path + "/file") == Array(text.utf8))
    #expect(try SmallFile.read(root.path + "/file", limit: 5) == Array("01234".utf8))
    #expect(try SmallFile.read(root.path + "/file", limit: 4097).count == 4097)
    #expect(try SmallFile.read(root.path + "/empty") == [])
  }

  @Test func kernelFilesAreRecognizedByTheirFileSystem() throws {
    let root = try TemporaryRoot(["/file": ""])
    let ordinary = try FileDescriptor.open(root.path + "/file", .readWrite)
    defer { ordinary.close() }
    #expect(!ordinary.isKernelFile)
    #expect(!ordinary.isLegacyGroupFile)
    guard let kernelFile = try? FileDescriptor.open("/proc/self/statm", .read) else { return }
    defer { kernelFile.close() }
    #expect(kernelFile.isKernelFile)
  }

  /// Runs in a child without a controlling terminal, which would get the first one that it opens.
  @Test(.inForkedChild) func openingATerminalDoesNotMakeItTheControllingTerminal() async throws {
    let terminal = try #require(TestTerminal())
    let path = strdup(terminal.path)
    defer { free(path) }
    let result = await inForkedChild(path, seconds: 20) { path in
      guard let path, setsid() >= 0 else { return 1 }
      let name = String(cString: path.assumingMemoryBound(to: CChar.self))
      guard (try? FileDescriptor.open(name, .readWrite)) != nil else { return 2 }
      return (try? FileDescriptor.open("/dev/tty", .read)) == nil ? 42 : 3
    }
    terminal.close()
    #expect(result == 42)
  }

  @Test func missingPathHasNoIdentity() throws {
    let root = try TemporaryRoot(["/file": "", "/other": ""])
    #expect(SmallFile.identity(root.path + "/nothing") == nil)
    let identity = SmallFile.identity(root.path + "/file")
    #expect(identity != nil)
    #expect(identity == SmallFile.identity(root.path + "/file"))
    #expect(identity != SmallFile.identity(root.path + "/other"))
  }
}
