import StageFloor
import StagecraftSharedPools
import TestSupport
import Testing

@Suite("Gates that compare fences")
struct FenceGateTests {
  struct Torn: Error {}

  /// A path at which there is nothing.
  private var freePath: String { "/tmp/fence-gate-\(getpid())-\(UInt64.random(in: 0 ... .max))" }

  @Test("A gate accepts a fence at least as large as all before")
  func accepts() {
    let gate = FenceGate()
    #expect(gate.highest == nil)
    #expect(gate.accept(Fence(5)))
    #expect(gate.accept(Fence(5)))
    #expect(!gate.accept(Fence(4)))
    #expect(gate.accept(Fence(epoch: 1, counter: 1)))
    #expect(!gate.accept(Fence(6)))
    #expect(gate.highest == Fence(epoch: 1, counter: 1))
  }

  @Test("A late write is refused, and its body does not run")
  func refusesLateWrites() throws {
    let gate = FenceGate(highest: Fence(5))
    #expect(throws: StaleFence(fence: Fence(4), highest: Fence(5))) {
      try gate.write(with: Fence(4)) { Issue.record("It was written.") }
    }
    #expect(try gate.write(with: Fence(6)) { 7 } == 7)
    #expect(throws: Torn.self) { try gate.write(with: Fence(7)) { throw Torn() } }
    #expect(gate.highest == Fence(7))
  }

  @Test("A gate with a file compares across its copies, and survives")
  func file() throws {
    let path = freePath
    defer { unlink(path) }
    let gate = FileFenceGate(path)
    #expect(try gate.highest == nil)
    #expect(try gate.accept(Fence(epoch: 3, counter: 9)))
    let other = FileFenceGate(path)
    #expect(try !other.accept(Fence(epoch: 3, counter: 8)))
    #expect(try other.write(with: Fence(epoch: 3, counter: 10)) { 7 } == 7)
    #expect(try gate.highest == Fence(epoch: 3, counter: 10))
    #expect(throws: StaleFence.self) { try gate.write(with: Fence(1)) { 7 } }
  }

  @Test("A file that holds something else refuses everything")
  func damagedFile() throws {
    let path = freePath
    defer { unlink(path) }
    let file = open(path, O_WRONLY | O_CREAT, 0o644)
    _ = write(file, "seven", 5)
    close(file)
    #expect(throws: FileFenceGateError.self) { try FileFenceGate(path).accept(Fence(9)) }
    #expect(throws: FileFenceGateError.self) { try FileFenceGate("/none/fence").accept(Fence(9)) }
  }

  @Test("A negative fence is refused, and does not spoil the file")
  func negativeFence() throws {
    let path = freePath
    defer { unlink(path) }
    let gate = FileFenceGate(path)
    #expect(throws: FileFenceGateError.self) { try gate.accept(Fence(-1)) }
    #expect(try gate.accept(Fence(3)))
    #expect(throws: FileFenceGateError.self) { try gate.write(with: Fence(.min)) {} }
    #expect(try gate.highest == Fence(3))
  }

  @Test("Writes through one file exclude each other", .timeLimit(.minutes(3)))
  func excludes() async throws {
    let path = freePath
    defer { unlink(path) }
    let inside = Locked(0)
    let most = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...4 {
        group.addTask {
          for round in 0..<50 {
            let fence = Fence(Int64(round * 4 + number))
            try? FileFenceGate(path).write(with: fence) {
              let count = inside.update { count in
                count += 1
                return count
              }
              most.update { $0 = max($0, count) }
              inside.update { $0 -= 1 }
            }
          }
        }
      }
    }
    #expect(most.value == 1)
  }
}
