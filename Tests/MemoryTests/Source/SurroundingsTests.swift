import Foundation
import StagecraftMemory
import TestSupport
import Testing

struct SurroundingsTests {
  @Test func environmentIsThatOfTheProcess() {
    let current = PressureSurroundings.current
    #expect(current.root == "")
    let known = ProcessInfo.processInfo.environment
    #expect(!known.isEmpty)
    #expect(current.environment["PATH"] == known["PATH"])
    #expect(Set(current.environment.keys) == Set(known.keys))
  }

  /// Runs in a child, so that other tests are not affected.
  @Test(.inForkedChild) func environmentIsReadAtEachAccess() async {
    let result = await inForkedChild(seconds: 20) { _ in
      let value = "desk=borrowed books"
      setenv("STAGECRAFT_TEST", value, 1)
      let read = PressureSurroundings.current.environment["STAGECRAFT_TEST"]
      unsetenv("STAGECRAFT_TEST")
      let gone = PressureSurroundings.current.environment["STAGECRAFT_TEST"]
      return read == value && gone == nil ? 42 : 1
    }
    #expect(result == 42)
  }
}
