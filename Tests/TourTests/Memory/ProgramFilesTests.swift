#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import StagecraftTourScenes

/// Reading the files that a guest runs from.
@Suite(.timeLimit(.minutes(3)))
struct ProgramFilesTests {
  /// How many of a file's pages are in memory, and of how many; nil if unknown.
  private func pages(of path: String) -> (present: Int, all: Int)? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { return nil }
    let (length, page) = (Int(facts.st_size), Int(sysconf(Int32(_SC_PAGESIZE))))
    let start = mmap(nil, length, PROT_READ, MAP_SHARED, file, 0)
    guard let start, start != MAP_FAILED else { return nil }
    defer { munmap(start, length) }
    var marks = [UInt8](repeating: 0, count: (length + page - 1) / page)
    guard mincore(start, length, &marks) == 0 else { return nil }
    return (marks.count { $0 & 1 != 0 }, marks.count)
  }

  // Otherwise the kernel evicts a guest's instructions at its limit and reads them again, forever.
  @Test func aProgramIsInMemoryBeforeItsGuestIsStarted() async throws {
    let path = NSTemporaryDirectory() + "stagecraft-\(UUID().uuidString)"
    defer { unlink(path) }
    let content = Data(repeating: 7, count: 4 << 20)
    try content.write(to: URL(fileURLWithPath: path))
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    // Asks the kernel to drop it from memory; a file system in memory does not.
    fsync(file)
    posix_fadvise(file, 0, 0, Int32(POSIX_FADV_DONTNEED))
    try await onThread { ProgramFiles.read(for: path) }
    let found = try #require(pages(of: path))
    // The kernel may take some of them again at any time.
    #expect(found.present * 10 >= found.all * 9, "\(found.present) of \(found.all) pages")
  }

  @Test func whatCannotBeReadIsLeftOut() async throws {
    try await onThread { ProgramFiles.read(for: "/there is nothing") }
  }
}
#endif
