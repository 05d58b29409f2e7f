import TestSupport
import Testing

@testable import StagecraftMemory

struct ServiceManagerConfigurationTests {
  private func order(
    _ path: String?, _ write: String? = nil
  ) throws(PressureSourceError) -> ServiceManagerConfiguration {
    var environment = ["HOME": "/library"]
    environment["MEMORY_PRESSURE_WATCH"] = path
    environment["MEMORY_PRESSURE_WRITE"] = write
    return try ServiceManagerConfiguration(environment)
  }

  @Test func unsetVariableConfiguresNothing() throws {
    #expect(try order(nil) == .none)
    #expect(try order(nil, "no Base64") == .none)
  }

  @Test(arguments: ["", "/dev/null"])
  func emptyPathOrDevNullTurnsMonitoringOff(path: String) throws {
    #expect(try order(path) == .off)
    #expect(try order(path, "no Base64") == .off)
  }

  @Test(arguments: ["/run/library/pressure", "/sys/fs/cgroup/a b/memory.pressure", "/..a/.b./c..."])
  func absolutePathIsWatched(path: String) throws {
    #expect(try order(path) == .watch(path: path, write: []))
    #expect(try order(path, "") == .watch(path: path, write: []))
    #expect(try order(path, "AAE=") == .watch(path: path, write: [0, 1]))
  }

  @Test(arguments: [
    "pressure", "./pressure", "~/pressure", "/", "//run/pressure", "/run//pressure", "/run/",
    "/run/./pressure", "/run/../pressure", "/..", "/.", " /run/pressure", "dev/null", "/dev/null/",
  ])
  func pathThatIsNotNormalizedIsRefused(path: String) {
    #expect(throws: PressureSourceError.self) { try order(path) }
  }

  @Test func malformedBytesAreRefused() {
    #expect(throws: PressureSourceError("MEMORY_PRESSURE_WRITE is not encoded as Base64")) {
      try order("/run/pressure", "c29tZ")
    }
  }

  @Test func anyValuesGiveAValidConfigurationOrAnError() throws {
    let pieces = [
      "/", "//", "..", ".", "run", "dev", "null", "é", " ", "\n", "\u{0}", "=", "AA", "A",
    ]
    try withEverySeed(in: 0..<3000) { generator in
      func text() -> String {
        (0..<Int.random(in: 0...6, using: &generator))
          .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      }
      let path = text()
      let write = text()
      guard case .watch(let found, let bytes)? = try? order(path, write) else { return }
      #expect(found == path)
      #expect(path.hasPrefix("/") && !path.hasSuffix("/") && !path.contains("//"))
      #expect(path.split(separator: "/").allSatisfy { $0 != "." && $0 != ".." })
      #expect(Base64.bytes(write) == bytes)
    }
  }

  @Test(arguments: [
    ("some 200000 2000000\0", StallTrigger(all: false, threshold: 200_000, level: .elevated)),
    ("full 70000 1000000\n", StallTrigger(all: true, threshold: 70_000, level: .elevated)),
    ("some 1 2", StallTrigger(all: false, threshold: 1, level: .elevated)),
  ])
  func parsesTriggers(text: String, trigger: StallTrigger) {
    #expect(StallTrigger(parsing: Array(text.utf8)) == trigger)
  }

  @Test(arguments: [
    "", "\0", "some", "some 1", "any 1 2", "some one 2", "some 1 2 3", "\0some 1 2",
  ])
  func textWithoutTriggerIsRejected(text: String) {
    #expect(StallTrigger(parsing: Array(text.utf8)) == nil)
  }
}
