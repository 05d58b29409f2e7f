#if SQLite || PostgreSQL
/// The variables of this process, which need not be UTF-8.
struct InheritedEnvironment: Sendable, Hashable {
  /// Such as `PATH=/bin`, in their order.
  var entries: [[UInt8]]

  init(_ variables: [String: String]) {
    entries = variables.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) }
  }

  private init(entries: [[UInt8]]) { self.entries = entries }

  static var ofThisProcess: InheritedEnvironment {
    InheritedEnvironment(entries: byteStrings(environmentPointer()))
  }

  /// The value of a variable, or `nil` if there is none; fails if it is not UTF-8.
  func text(_ name: String) throws -> String? {
    let start = Array("\(name)=".utf8)
    guard let entry = entries.first(where: { $0.starts(with: start) }) else { return nil }
    guard let text = String(validating: entry.dropFirst(start.count), as: UTF8.self) else {
      throw LendFailure.usage("The variable \(name) is not UTF-8.")
    }
    return text
  }
}

/// The arguments of this process, without the name of the program.
func processArguments() -> [[UInt8]] {
  Array(byteStrings(CommandLine.unsafeArgv).dropFirst())
}

private func byteStrings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [[UInt8]] {
  var strings: [[UInt8]] = []
  var next = list
  while let string = next?.pointee {
    var bytes: [UInt8] = []
    var byte = string
    while byte.pointee != 0 {
      bytes.append(UInt8(bitPattern: byte.pointee))
      byte = byte.successor()
    }
    strings.append(bytes)
    next = next?.successor()
  }
  return strings
}
#endif
