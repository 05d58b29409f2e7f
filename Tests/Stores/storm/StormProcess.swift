#if SQLite && PostgreSQL
import Foundation
@_spi(Store) import StagecraftSharedPools

/// A process of the storm.
struct StormProcess {
  let name: String
  let identifier: pid_t

  /// Starts this program again as a worker.
  init(_ name: String, at site: StormSite) throws(StormError) {
    self.name = name
    let options = site.options
    var arguments = [
      CommandLine.arguments[0], "--worker", name, site.folder, "--store", options.store,
      "--seed", String(options.seed), "--ttl", String(options.timeToLive.milliseconds),
      "--faults", options.effectiveFaults.map(\.rawValue).joined(separator: ","),
    ]
    if let plant = options.plant { arguments += ["--plant", plant] }
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    let error = posix_spawn(&child, Self.program, nil, nil, pointers, environ)
    guard error == 0 else {
      throw StormError("A process could not be started: \(String(cString: strerror(error))).")
    }
    identifier = child
  }

  private static var program: String {
    Bundle.main.executablePath ?? CommandLine.arguments[0]
  }

  /// Whether it has opened the pool, and hears signals.
  func isReady(at site: StormSite) -> Bool { access(site.readiness(of: name), F_OK) == 0 }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// What has become of the process since the last look.
  enum Change {
    case nothing
    case stopped
    case ended(status: Int32)
  }

  func look() -> Change {
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG | WUNTRACED) == identifier else { return .nothing }
    if status & 0xff == 0x7f { return .stopped }
    return .ended(status: status)
  }
}

extension Duration {
  var milliseconds: Int64 { microseconds / 1_000 }
}
#endif
