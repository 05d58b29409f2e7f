import StagecraftMemory
import StagecraftTestKit
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

struct PressureFIFOTests {
  /// Reads all available bytes without waiting; returns their number, or nil if there are none yet.
  func read(_ descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    var sum: Int?
    while true {
      let count = bytes.withUnsafeMutableBytes { buffer in
        #if canImport(Darwin)
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count < 0 { return sum }
      if count == 0 { return sum ?? 0 }
      sum = (sum ?? 0) + count
    }
  }

  @Test func signalWritesOneByte() throws {
    let pipe = try PressureFIFO()
    #expect(pipe.environment == ["MEMORY_PRESSURE_WATCH": pipe.path])
    var status = stat()
    #expect(stat(pipe.path, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFIFO)
    pipe.signal()
    let reader = open(pipe.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(read(reader) == 1)
    #expect(read(reader) == nil)
    pipe.signal()
    pipe.signal()
    #expect(read(reader) == 2)
  }

  @Test func writtenTextIsEncodedInTheEnvironment() throws {
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"),
      ("some 150000 2000000\0", "c29tZSAxNTAwMDAgMjAwMDAwMAA="),
    ] {
      let pipe = try PressureFIFO(write: text)
      #expect(pipe.environment["MEMORY_PRESSURE_WRITE"] == encoded)
    }
  }

  @Test func signalDoesNotBlockOnAFullPipe() throws {
    let pipe = try PressureFIFO()
    for _ in 0..<100_000 { pipe.signal() }
    let reader = open(pipe.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(read(reader) ?? 0 >= 4096)
    pipe.signal()
    #expect(read(reader) == 1)
  }

  @Test func endHangsUpAndRemovesTheFolderLifetime() throws {
    let pipe = try PressureFIFO()
    let folder = String(pipe.path.dropLast("/pressure".count))
    let reader = open(pipe.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(read(reader) == nil)
    pipe.end()
    #expect(read(reader) == 0)
    #expect(access(pipe.path, F_OK) != 0)
    #expect(access(folder, F_OK) != 0)
    pipe.signal()
    pipe.end()
  }

  @Test func deallocatedPipeRemovesItsFolderLifetime() throws {
    var pipe: PressureFIFO? = try PressureFIFO()
    let path = try #require(pipe?.path)
    #expect(access(path, F_OK) == 0)
    pipe = nil
    #expect(access(path, F_OK) != 0)
    #expect(pipe == nil)
  }
}
