#if SQLite && PostgreSQL
import Testing

@testable import LendCommands

@Suite("The place of a store")
struct StorePlaceTests {
  private func place(_ option: String?, _ variable: String? = nil) throws -> StorePlace {
    try StorePlace(option: option, variable: variable)
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
    "postgres://host/db?passwor%64=secret", "postgres://host?%70assword=secret",
    "postgres://me:secret?secret@host/db",
  ])
  func aPasswordIsRefusedInArgumentsAndHiddenFromTheEnvironment(_ url: String) throws {
    #expect(throws: LendFailure.self) { try place(url) }
    let fromEnvironment = try place(nil, url)
    #expect(fromEnvironment == .postgres(url: url))
    #expect(!fromEnvironment.description.contains("secret"))
  }

  /// libpq takes what is behind the slash for a database, and what is behind the first `@` for a host.
  @Test(arguments: [
    "postgres://me:sec/ret@host/db", "postgres://me:sec@ret@host/db",
    "postgres://me:sec@host/db@ret", "postgres://me:sec@r?et@host/db",
  ])
  func aPasswordThatEndsEarlyIsRefusedAndNotShown(_ url: String) throws {
    for (option, variable) in [(url, nil), (nil, url)] as [(String?, String?)] {
      let failure = #expect(throws: LendFailure.self) { try place(option, variable) }
      #expect(failure?.message.contains("'/' as %2F") == true)
      #expect(failure?.message.contains("sec") == false)
    }
    #expect(try place("postgres://host/db?options=a%40b&user=me@home").description.hasSuffix("/db"))
  }

  @Test func aPasswordBeforeAScalarThatJoinsTheSeparatorIsRefused() throws {
    let failure = #expect(throws: LendFailure.self) {
      try place("postgres://me:secret@\u{301}host/db")
    }
    #expect(failure?.message.contains("secret") == false)
  }

  @Test func descriptionsNameHostRoleAndDatabase() throws {
    #expect(try place("postgres://me@host:5433/db?x=y").description == "postgres://me@host:5433/db")
    #expect(try place("postgres://host/db").description == "postgres://host/db")
  }
}
#endif
