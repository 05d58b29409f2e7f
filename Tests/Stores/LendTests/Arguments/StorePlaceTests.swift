#if SQLite && PostgreSQL
import Testing

@testable import LendCommands

@Suite("The place of a store")
struct StorePlaceTests {
  private func place(_ option: String?, _ variable: String? = nil) throws -> StorePlace {
    try StorePlace(option: option, environment: variable.map { ["LEND_AT": $0] } ?? [:])
  }

  @Test func theOptionPrecedesTheEnvironment() throws {
    #expect(try place(nil) == .usersFile)
    #expect(try place(nil, "/a") == .file("/a"))
    #expect(try place("/b", "/a") == .file("/b"))
    #expect(try place("postgres://h/d") == .postgres(url: "postgres://h/d"))
  }

  @Test(arguments: ["", "mysql://host/db", "file:///tmp/x"])
  func otherAddressesAreRefused(_ text: String) {
    #expect(throws: LendFailure.self) { try place(text) }
  }

  @Test(arguments: [
    "postgres://me:secret@host/db", "postgresql://host/db?password=secret",
    "postgres://host/db?sslmode=require&sslpassword=secret",
  ])
  func aPasswordIsRefusedInArgumentsAndHiddenFromTheEnvironment(_ url: String) throws {
    #expect(throws: LendFailure.self) { try place(url) }
    let fromEnvironment = try place(nil, url)
    #expect(fromEnvironment == .postgres(url: url))
    #expect(!fromEnvironment.description.contains("secret"))
  }

  @Test func descriptionsNameHostRoleAndDatabase() throws {
    #expect(try place("postgres://me@host:5433/db?x=y").description == "postgres://me@host:5433/db")
    #expect(try place("postgres://host/db").description == "postgres://host/db")
  }
}
#endif
