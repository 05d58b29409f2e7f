#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation

/// This machine has no PostgreSQL server.
public struct PostgresNotInstalled: Error, CustomStringConvertible {
  /// What to do.
  public var description: String {
    "PostgreSQL's server is not installed. On Debian: apt-get install postgresql."
  }
}

extension PostgresCluster {
  /// Whether this machine has PostgreSQL's server.
  public static var isInstalled: Bool { (try? PostgresPrograms()) != nil }
}

/// A program of PostgreSQL's has failed.
public struct PostgresProgramFailure: Error, CustomStringConvertible {
  /// The program.
  public var program: String
  /// Its exit code.
  public var status: Int32
  /// What it has written.
  public var output: String

  /// A sentence.
  public var description: String { "\(program) has ended with \(status): \(output)" }
}

/// Runs PostgreSQL's programs, as a role of the system that may run the server.
struct PostgresPrograms: Sendable {
  let folder: String
  /// Before each program, if this process is the administrator.
  private let prefix: [String]
  private let owner: String?

  init() throws {
    let candidates = PostgresPrograms.folders()
    let found = candidates.first { folder in
      ["postgres", "initdb", "pg_ctl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: folder + "/" + $0)
      }
    }
    guard let found else { throw PostgresNotInstalled() }
    folder = found
    guard geteuid() == 0 else {
      (prefix, owner) = ([], nil)
      return
    }
    let names = (try? String(contentsOfFile: "/etc/passwd", encoding: .utf8)) ?? ""
    let hasPostgres = names.split(separator: "\n").contains { $0.hasPrefix("postgres:") }
    let owner = hasPostgres ? "postgres" : "nobody"
    self.owner = owner
    prefix = ["setpriv", "--reuid=\(owner)", "--regid=nogroup", "--clear-groups", "--"]
  }

  private static func folders() -> [String] {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let installed = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
      .map { "/usr/lib/postgresql/\($0)/bin" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return installed + path.split(separator: ":").map(String.init)
  }

  /// Makes a folder that the server can use, with a short name, because a socket needs one.
  func makeFolder() throws -> String {
    var template = Array((NSTemporaryDirectory() + "pg-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw PostgresProgramFailure(
        program: "mkdtemp", status: errno, output: String(cString: strerror(errno)))
    }
    let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
    let made = String(decoding: bytes, as: UTF8.self)
    try give(made)
    return made
  }

  /// Gives a file to the role that runs the server.
  func give(_ path: String) throws {
    guard let owner else { return }
    try runDirectly("chown", [owner, path], in: "/")
  }

  @discardableResult
  func run(
    _ program: String, _ arguments: [String], in directory: String, input: String? = nil,
    password: String? = nil
  ) throws -> String {
    let path = folder + "/" + program
    let name = FileManager.default.isExecutableFile(atPath: path) ? path : program
    let command = prefix + [name] + arguments
    return try runDirectly(
      command[0], Array(command.dropFirst()), in: directory, input: input, password: password,
      named: program)
  }

  @discardableResult
  private func runDirectly(
    _ program: String, _ arguments: [String], in directory: String, input: String? = nil,
    password: String? = nil, named name: String? = nil
  ) throws -> String {
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
    environment["LC_ALL"] = "C"
    environment["PGPASSWORD"] = password
    // Files and not pipes: a server inherits them and would keep a pipe open.
    let base = NSTemporaryDirectory() + "pg-" + UUID().uuidString
    let (inputPath, outputPath) = (base + ".in", base + ".out")
    defer {
      for path in [inputPath, outputPath] { try? FileManager.default.removeItem(atPath: path) }
    }
    _ = FileManager.default.createFile(atPath: inputPath, contents: Data((input ?? "").utf8))
    _ = FileManager.default.createFile(atPath: outputPath, contents: nil)
    let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputPath))
    let target = try FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
    let spawned = try SpawnedProgram(
      ["sh", "-c", "cd \"$0\" && exec \"$@\"", directory, program] + arguments,
      environment: environment, input: source.fileDescriptor, output: target.fileDescriptor)
    let status = spawned.wait()
    let text = (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? ""
    guard status == 0 else {
      throw PostgresProgramFailure(program: name ?? program, status: status, output: text)
    }
    return text
  }
}
#endif
