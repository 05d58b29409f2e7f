/// The configuration by the service manager, in two environment variables.
enum ServiceManagerConfiguration: Equatable {
  case none
  case off
  case watch(path: String, write: [UInt8])

  static let watchVariable = "MEMORY_PRESSURE_WATCH"
  static let writeVariable = "MEMORY_PRESSURE_WRITE"

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
      throw PressureSourceError("\(Self.watchVariable) is not a normalized absolute path: \(path)")
    }
    guard let bytes = Base64.bytes(environment[Self.writeVariable] ?? "") else {
      throw PressureSourceError("\(Self.writeVariable) is not encoded as Base64")
    }
    self = .watch(path: path, write: bytes)
  }

  /// Returns whether a path is absolute, without empty parts, `.` and `..`.
  private static func isNormalized(_ path: String) -> Bool {
    guard path.utf8.first == UInt8(ascii: "/") else { return false }
    let parts = path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
    }
  }
}
