/// What the service manager asks of a program, in two environment variables.
enum ServiceManagerOrder: Equatable {
  /// It asks for nothing.
  case none
  /// Nobody is to watch anything.
  case off
  /// This is to be watched, after these bytes were written to it.
  case watch(path: String, write: [UInt8])

  static let watchVariable = "MEMORY_PRESSURE_WATCH"
  static let writeVariable = "MEMORY_PRESSURE_WRITE"

  /// Reads the variables.
  ///
  /// - Parameter environment: where they are.
  /// - Throws: what is wrong with them. There is no falling back to anything else then.
  init(_ environment: [String: String]) throws(PressureSourceError) {
    guard let path = environment[Self.watchVariable] else {
      self = .none
      return
    }
    if path.isEmpty || path == "/dev/null" {
      self = .off
      return
    }
    guard Self.isNormalized(path) else {
      throw PressureSourceError("\(Self.watchVariable) is no absolute and normalised path: \(path)")
    }
    guard let bytes = Base64.bytes(environment[Self.writeVariable] ?? "") else {
      throw PressureSourceError("\(Self.writeVariable) is not encoded as Base64")
    }
    self = .watch(path: path, write: bytes)
  }

  /// Whether a path begins at the root, and has neither empty parts nor any that lead nowhere or up.
  private static func isNormalized(_ path: String) -> Bool {
    guard path.utf8.first == UInt8(ascii: "/") else { return false }
    let parts = path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
    }
  }
}
