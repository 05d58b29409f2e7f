#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation
internal import Synchronization

/// A PostgreSQL server of its own, in a temporary folder, for tests and measurements.
///
/// It listens on a socket in its folder, and on a TCP port if wanted. When this object or this
/// process ends, the server is killed and the folder is removed. If this process is the
/// administrator, the server runs as `postgres` or `nobody`, because it refuses to run as `root`.
///
/// Its functions block: they run other programs.
public final class PostgresCluster: Sendable {
  /// How the server is set up.
  public struct Options: Hashable, Sendable {
    /// The password of the role `postgres`, or `nil` if the server trusts all connections.
    public var password: String?
    /// Whether it listens on a free TCP port of the loopback, too.
    public var listensOnTCP: Bool
    /// Whether it has a certificate for `localhost`, in the file ``PostgresCluster/certificate``.
    public var hasTLS: Bool
    /// Settings, as in `postgresql.conf`.
    public var settings: [String: String]

    /// Creates options.
    ///
    /// - Parameters:
    ///   - password: The password of `postgres`, or `nil` to trust all connections.
    ///   - listensOnTCP: Whether it listens on a free TCP port of the loopback.
    ///   - hasTLS: Whether it has a certificate for `localhost`.
    ///   - settings: Settings, as in `postgresql.conf`.
    public init(
      password: String? = nil, listensOnTCP: Bool = false, hasTLS: Bool = false,
      settings: [String: String] = [:]
    ) {
      self.password = password
      self.listensOnTCP = listensOnTCP
      self.hasTLS = hasTLS
      self.settings = settings
    }
  }

  /// How a server is stopped.
  public enum Stop: String, Sendable {
    /// Connections are ended, and what they did is written.
    case fast
    /// As after a crash.
    case immediate
  }

  /// The folder that holds all of it, and the socket.
  public let folder: String
  let options: Options
  let programs: PostgresPrograms
  private let guardian: Mutex<FolderGuard?>
  private let chosenPort = Mutex(5432)

  /// The port, which names the socket, too.
  public var port: Int { chosenPort.withLock { $0 } }

  var data: String { folder + "/data" }

  /// The file with the certificate that proves the server, for `sslrootcert`.
  public var certificate: String { folder + "/server.crt" }

  /// Creates and starts a server.
  ///
  /// - Parameter options: How it is set up.
  /// - Throws: ``PostgresNotInstalled`` if this machine has no PostgreSQL, so that a test can be
  ///   skipped, or ``PostgresProgramFailure``.
  public convenience init(_ options: Options = Options()) throws {
    let programs = try PostgresPrograms()
    try self.init(options, programs)
    var arguments = ["-D", data, "-U", "postgres", "--locale=C", "-E", "UTF8", "--no-sync"]
    if let password = options.password {
      try password.write(toFile: folder + "/password", atomically: true, encoding: .utf8)
      try programs.give(folder + "/password")
      arguments += ["--auth=scram-sha-256", "--pwfile=\(folder)/password"]
    } else {
      arguments += ["--auth=trust"]
    }
    try programs.run("initdb", arguments, in: folder)
    if options.hasTLS { try makeCertificate() }
    try startFirst()
  }

  /// Creates the folder only.
  init(_ options: Options, _ programs: PostgresPrograms) throws {
    self.options = options
    self.programs = programs
    folder = try programs.makeFolder()
    guardian = Mutex(try FolderGuard(folder))
  }

  deinit { remove() }

  /// Starts the server for the first time: on a port of its own, if it listens on one.
  ///
  /// Another program may take that port before the server does.
  func startFirst() throws {
    guard options.listensOnTCP else { return try start() }
    for attempt in 1...3 {
      let port = try freePort()
      chosenPort.withLock { $0 = port }
      do {
        return try start()
      } catch {
        guard attempt < 3, portWasTaken else { throw error }
      }
    }
  }

  private var portWasTaken: Bool {
    let log = try? String(contentsOfFile: folder + "/log", encoding: .utf8)
    return log?.contains("could not create any TCP/IP sockets") == true
  }

  /// Kills the server and removes the folder.
  public func remove() {
    let guardian = guardian.withLock { guardian in
      defer { guardian = nil }
      return guardian
    }
    guardian?.end()
  }

  private func makeCertificate() throws {
    try programs.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder + "/server.key",
        "-out", certificate,
      ], in: folder)
    try programs.run("chmod", ["600", folder + "/server.key"], in: folder)
  }
}

/// A port of the loopback that nothing listens on.
func freePort() throws -> Int {
  let listener = try LoopbackListener()
  defer { listener.close() }
  return listener.port
}
#endif
