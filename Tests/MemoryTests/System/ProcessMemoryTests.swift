import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

@Suite(.serialized, .timeLimit(.minutes(3)))
struct ProcessMemoryTests {
  @Test func touchedMemoryIsResident() throws {
    let before = try #require(ResidentMemory.now)
    #expect(before > 1 << 20)
    let size = 256 << 20
    let memory = try #require(mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | 0x20, -1, 0))
    #expect(memory != MAP_FAILED)
    memset(memory, 7, size)
    let after = try #require(ResidentMemory.now)
    munmap(memory, size)
    // Other tests run at the same time.
    #expect(after - before > size / 2)
  }

  @Test(.inForkedChild) func forkedChildReadsItsOwnMemory() async throws {
    let size = 256 << 20
    let memory = try #require(mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | 0x20, -1, 0))
    memset(memory, 7, size)
    defer { munmap(memory, size) }
    let result = await inForkedChild(memory, seconds: 20) { memory in
      guard let memory, let before = ResidentMemory.now else { return 1 }
      munmap(memory, 256 << 20)
      guard let after = ResidentMemory.now else { return 2 }
      return before - after > 200 << 20 ? 42 : 3
    }
    #expect(result == 42)
  }

  @Test func heapTrimRunsWhereItIsSupported() {
    #if canImport(Musl)
    #expect(!HeapTrim.run())
    #else
    #expect(HeapTrim.run())
    #endif
  }
}
