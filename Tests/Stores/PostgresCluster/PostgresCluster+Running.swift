#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation

extension PostgresCluster {
  /// Starts the server and waits until it accepts connections.
  ///
  /// - Throws: ``PostgresProgramFailure``.
  public func start() throws {
    var settings = options.settings
    settings["unix_socket_directories"] = folder
    settings["listen_addresses"] = options.listensOnTCP ? "127.0.0.1" : ""
    settings["port"] = String(port)
    if settings["shared_buffers"] == nil { settings["shared_buffers"] = "32MB" }
    if options.hasTLS {
      settings["ssl"] = "on"
      settings["ssl_cert_file"] = certificate
      settings["ssl_key_file"] = folder + "/server.key"
    }
    let switches = settings.sorted { $0.key < $1.key }.map { "-c \($0.key)='\($0.value)'" }
    try programs.run(
      "pg_ctl",
      [
        "-D", data, "-w", "-t", "60", "-l", folder + "/log", "-o", switches.joined(separator: " "),
        "start",
      ], in: folder)
  }

  /// Stops the server.
  ///
  /// - Parameter mode: How.
  /// - Throws: ``PostgresProgramFailure``.
  public func stop(_ mode: Stop = .fast) throws {
    try programs.run(
      "pg_ctl", ["-D", data, "-w", "-t", "60", "-m", mode.rawValue, "stop"], in: folder)
  }

  /// Stops and starts the server.
  ///
  /// - Parameter mode: How it is stopped.
  /// - Throws: ``PostgresProgramFailure``.
  public func restart(_ mode: Stop = .fast) throws {
    try stop(mode)
    try start()
  }

  /// Creates and starts a server that follows this one.
  ///
  /// - Parameters:
  ///   - name: The name under which this server knows it, such as in `synchronous_standby_names`.
  ///   - options: How it is set up; without TLS, and with this server's password.
  /// - Returns: The server, which only reads until it is promoted.
  /// - Throws: ``PostgresProgramFailure``.
  public func makeReplica(
    named name: String = "replica", _ options: Options = Options()
  ) throws -> PostgresCluster {
    let replica = try copy(options, ["-R"], named: name)
    try replica.startFirst()
    return replica
  }

  /// Copies this server's data into a new server, which is not started: it will go on from there
  /// on the same timeline, as a copy does that is restored without recovery.
  ///
  /// - Returns: The server.
  /// - Throws: ``PostgresProgramFailure``.
  public func makeCopy() throws -> PostgresCluster { try copy(Options(), [], named: "copy") }

  private func copy(
    _ options: Options, _ switches: [String], named name: String
  ) throws -> PostgresCluster {
    var options = options
    options.password = self.options.password
    options.hasTLS = false
    let copy = try PostgresCluster(options, programs)
    try programs.run(
      "pg_basebackup",
      switches + [
        "-D", copy.data, "-X", "stream", "-c", "fast", "--no-sync", "-d",
        "host=\(folder) port=\(port) user=postgres application_name=\(name)",
      ], in: copy.folder, password: options.password)
    return copy
  }

  /// Makes a replica a server of its own.
  ///
  /// - Throws: ``PostgresProgramFailure``.
  public func promote() throws {
    try programs.run("pg_ctl", ["-D", data, "-w", "-t", "60", "promote"], in: folder)
  }

  /// Runs statements as `postgres`.
  ///
  /// - Parameters:
  ///   - statements: Statements, separated by semicolons.
  ///   - database: In which database.
  /// - Returns: The rows as text: a line for each, with `|` between columns.
  /// - Throws: ``PostgresProgramFailure`` with the server's message.
  @discardableResult
  public func execute(_ statements: String, in database: String = "postgres") throws -> String {
    let output = try programs.run(
      "psql",
      [
        "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-p", String(port), "-U",
        "postgres", "-d", database, "-f", "-",
      ], in: folder, input: statements, password: options.password)
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The address of a database of this server.
  ///
  /// - Parameters:
  ///   - database: Its name.
  ///   - role: The role that logs in.
  ///   - password: Its password, if needed. For `postgres` it is known.
  ///   - isOverTCP: Whether to use the port of the loopback instead of the socket.
  ///   - options: More options of libpq.
  /// - Returns: Pairs in libpq's form.
  public func address(
    database: String = "postgres", role: String = "postgres", password: String? = nil,
    isOverTCP: Bool = false, options: [String: String] = [:]
  ) -> String {
    var pairs = options
    pairs["host"] = isOverTCP ? "127.0.0.1" : folder
    pairs["port"] = String(port)
    pairs["dbname"] = database
    pairs["user"] = role
    pairs["password"] = password ?? (role == "postgres" ? self.options.password : nil)
    return pairs.sorted { $0.key < $1.key }.map { key, value in
      let escaped = value.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "'", with: "\\'")
      return "\(key)='\(escaped)'"
    }.joined(separator: " ")
  }
}
#endif
