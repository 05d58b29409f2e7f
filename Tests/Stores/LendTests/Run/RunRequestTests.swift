#if SQLite && PostgreSQL
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import LendCommands

@Suite("What run asks for")
struct RunRequestTests {
  private func request(_ line: String) throws -> RunRequest {
    try RunRequest(
      Arguments(parsing: line.split(separator: " ").map { Array($0.utf8) }, for: RunVerb.spec))
  }

  @Test func labelsAreOneWant() throws {
    let request = try request("--label ios --label os=18 --count 2 --prefer b9 -- make test")
    #expect(request.wants == [Want(["ios", "os=18"], count: 2, preferring: "b9")])
    #expect(request.command == ["make", "test"].map { Array($0.utf8) })
    #expect(request.job == "make")
  }

  @Test func countsBelongToTheWantBeforeThem() throws {
    let request = try request("--want ios,arm64 --count 2 --want any --want licence -- true")
    #expect(request.wants == [Want(["arm64", "ios"], count: 2), Want(), Want(["licence"])])
  }

  @Test(arguments: [
    "--label a --want b -- true", "--count 2 --want a -- true", "--count two -- true",
    "--want a --count 2 --count 3 -- true", "--count 65 -- true", "--count 0 -- true",
    "--priority 101 -- true", "--wait soon -- true", "--want a,,b -- true",
  ])
  func contradictionsAreRefused(_ line: String) {
    #expect(throws: LendFailure.self) { try request(line) }
  }

  @Test func aCommandReceivesItsResources() {
    let borrowed = borrowed(["phone-1", "phone \"2\""])
    var outer = InheritedEnvironment([
      "PATH": "/bin", "LEND_NAME_3": "of another", "LEND_AT": "/store",
    ])
    let bytes = Array("BOOK=caf".utf8) + [0xE9]
    outer.entries.append(bytes)
    let environment = RunEnvironment(outer, pool: "p", borrowed: borrowed, descriptors: [3, 5])
    #expect(environment.entries.contains(bytes))
    let variables = Dictionary(
      uniqueKeysWithValues: environment.entries.map { entry in
        let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1)
        return (
          String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self)
        )
      })
    #expect(variables["PATH"] == "/bin" && variables["LEND_AT"] == "/store")
    #expect(variables["LEND_NAME_3"] == nil)
    #expect(variables["LEND_NAME"] == "phone-1" && variables["LEND_NAME_1"] == "phone-1")
    #expect(variables["LEND_NAME_2"] == "phone \"2\"")
    #expect(variables["LEND_NAMES"] == "phone-1\nphone \"2\"")
    #expect(variables["LEND_PAYLOAD_FD"] == "3" && variables["LEND_PAYLOAD_FD_2"] == "5")
    #expect(variables["LEND_FENCE"] == "42" && variables["LEND_LABELS"] == "ios,os=18")
    #expect(variables["LEND_REQUEST"] == borrowed.key.request.description)
    #expect(variables["LEND_COUNT"] == "2" && variables["LEND_POOL"] == "p")
  }

  @Test func inheritedDescriptorsAreNotReplaced() {
    // 3 and 4 are the job server of make, for example.
    #expect(RunEnvironment.freeDescriptors(3) { [3, 4, 6].contains($0) } == [5, 7, 8])
  }

  private func borrowed(_ names: [String]) -> Borrowed {
    Borrowed(
      resources: names.map { .init(name: $0, labels: ["os=18", "ios"], payload: []) },
      key: LendingKey(request: LendingID(high: 1, low: 2), fence: Fence(42)), margin: .seconds(1),
      remaining: { .seconds(9) }, loss: { nil }, release: {})
  }
}
#endif
