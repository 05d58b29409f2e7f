#if PostgreSQL
internal import CPostgres
internal import Foundation
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

struct PostgresOptions: Sendable {
  private(set) var values: [String: String] = [:]
  /// What libpq makes of the address, the service and the variables, if a service is named.
  private var resolved: [String: String] = [:]

  static func parse(_ address: PostgresAddress) -> Result<PostgresOptions, LeaseStoreError> {
    var message: UnsafeMutablePointer<CChar>?
    // libpq would show the rest of such a password as a host or a database.
    let isCut = PostgresURL(address.text)?.isPasswordCut ?? false
    guard !isCut, let list = PQconninfoParse(address.text, &message) else {
      // libpq's sentence repeats parts of the address, which may hold a password.
      PQfreemem(message)
      return .failure(
        LeaseStoreError(
          .unsuitable,
          """
          The address of the PostgreSQL server cannot be read; write \
          postgres://role@host/database?option=value. In a password, write '@' as %40, '/' as %2F, \
          '?' as %3F and '%' as %25.
          """))
    }
    defer { PQconninfoFree(list) }
    var options = PostgresOptions()
    var entry = list
    while let keyword = entry.pointee.keyword {
      if let value = entry.pointee.val {
        options.values[String(cString: keyword)] = String(cString: value)
      }
      entry += 1
    }
    if options.namesService { options.resolved = options.resolve() }
    return .success(options)
  }

  /// Whether the address or a variable names an entry of the service file.
  var namesService: Bool { given("service", "PGSERVICE") != nil }

  func value(_ keyword: String, _ variable: String) -> String? {
    if let value = values[keyword], !value.isEmpty { return value }
    return resolved[keyword] ?? given(keyword, variable)
  }

  /// The value of an option from the address or from libpq's variable, unless it is empty.
  private func given(_ keyword: String, _ variable: String) -> String? {
    [values[keyword], ProcessInfo.processInfo.environment[variable]]
      .compactMap(\.self).first { !$0.isEmpty }
  }

  /// The hosts that may be connected to.
  ///
  /// A name that begins with a slash is a folder of sockets, and an empty one is libpq's own
  /// folder. As in libpq, an address stands before the name in the same place of the two lists.
  var hosts: [String] {
    func list(_ keyword: String, _ variable: String) -> [String] {
      guard let text = value(keyword, variable) else { return [] }
      return text.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    let addresses = list("hostaddr", "PGHOSTADDR")
    let names = list("host", "PGHOST")
    return (0..<max(addresses.count, names.count)).map { index in
      if index < addresses.count, !addresses[index].isEmpty { return addresses[index] }
      return index < names.count ? names[index] : ""
    }
  }

  /// Whether all hosts are this machine, so that nothing passes over a network.
  var isLocal: Bool {
    // An entry of a service that cannot be read may name any host.
    if namesService, resolved.isEmpty { return false }
    return hosts.allSatisfy { host in
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
        || host == "::1"
        || (host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isWholeNumber })
    }
  }

  private var choosesEncryption: Bool {
    if given("sslmode", "PGSSLMODE") != nil { return true }
    // libpq's own default cannot be told from the same word in a service file.
    return resolved["sslmode"].map { $0 != "prefer" } ?? false
  }

  /// Adds what this store needs where nothing is given; a connection is lost after `timeout`
  /// milliseconds without an acknowledgement.
  func completed(timeout: Int64, application: String = "lend") -> [String: String] {
    var all = values
    func add(_ keyword: String, _ variable: String?, _ value: String) {
      if let given = all[keyword] ?? resolved[keyword], !given.isEmpty { return }
      if let variable, given(keyword, variable) != nil { return }
      all[keyword] = value
    }
    if !isLocal, !choosesEncryption { all["sslmode"] = "verify-full" }
    if hosts.count > 1 {
      add("target_session_attrs", "PGTARGETSESSIONATTRS", "read-write")
    }
    add("application_name", "PGAPPNAME", application)
    add("keepalives_idle", nil, "10")
    add("keepalives_interval", nil, "3")
    add("keepalives_count", nil, "3")
    add("tcp_user_timeout", nil, String(timeout))
    all["client_encoding"] = "UTF8"
    return all
  }
}

extension PostgresOptions {
  /// What libpq makes of the address, the service and the variables, or nothing if the service
  /// cannot be read.
  ///
  /// Only a connection shows it. This one is given an option that libpq refuses before it connects.
  fileprivate func resolve() -> [String: String] {
    var pairs = values.sorted { $0.key < $1.key }
    pairs.removeAll { $0.key == "target_session_attrs" }
    pairs.append((key: "target_session_attrs", value: "none"))
    let connection = withCStrings(pairs.map(\.key) + [nil]) { keys in
      withCStrings(pairs.map(\.value) + [nil]) { PQconnectStartParams(keys, $0, 0) }
    }
    guard let connection else { return [:] }
    defer { PQfinish(connection) }
    guard let list = PQconninfo(connection) else { return [:] }
    defer { PQconninfoFree(list) }
    var resolved: [String: String] = [:]
    let kept: Set = ["host", "hostaddr", "user", "dbname", "sslmode", "application_name"]
    var entry = list
    while let keyword = entry.pointee.keyword.map({ String(cString: $0) }) {
      if kept.contains(keyword), let value = entry.pointee.val, value.pointee != 0 {
        resolved[keyword] = String(cString: value)
      }
      entry += 1
    }
    return resolved
  }
}

extension PostgresOptions: CustomStringConvertible {
  var description: String {
    let names = hosts.filter { !$0.isEmpty }
    let host = names.isEmpty ? "this machine" : names.joined(separator: ", ")
    let role = value("user", "PGUSER") ?? ProcessInfo.processInfo.userName
    let database = value("dbname", "PGDATABASE") ?? role
    return "database \"\(database)\" on \(host) as \"\(role)\""
  }
}
#endif
