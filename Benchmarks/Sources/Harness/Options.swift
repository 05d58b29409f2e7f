/// The arguments after the verb on the command line.
struct Options: Equatable {
  var pace = Pace.full
  /// Whether cases with a long setup are left out.
  var isSmoke = false
  /// Names of cases and checks; nil means all.
  var only: [String]?
  var jsonPath: String?
  var listsCases = false

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var repetitions: Int?
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick":
        pace = .quick
      case "--smoke":
        pace = .smoke
        isSmoke = true
      case "--list":
        listsCases = true
      case "--json":
        jsonPath = try Self.value(of: argument, arguments.next())
      case "--only":
        let names = try Self.value(of: argument, arguments.next()).split(separator: ",")
        if names.isEmpty { throw UsageError("--only needs the name of a case") }
        only = (only ?? []) + names.map(String.init)
      case "--repetitions":
        let text = try Self.value(of: argument, arguments.next())
        guard let number = Int(text), number > 0 else {
          throw UsageError("--repetitions needs a number above zero, not '\(text)'")
        }
        repetitions = number
      default:
        throw UsageError("unknown option '\(argument)'")
      }
    }
    // Last, so that it applies whether it comes before `--smoke` and `--quick` or after them.
    if let repetitions { pace.repetitions = repetitions }
  }

  /// Whether a case is selected.
  func selects(_ one: Case) -> Bool {
    selects(one.name) && (only != nil || !isSmoke || !one.isLong)
  }

  /// Whether `name` is selected.
  func selects(_ name: String) -> Bool {
    only?.contains(name) ?? true
  }

  private static func value(of option: String, _ value: String?) throws(UsageError) -> String {
    guard let value, !value.hasPrefix("--") else { throw UsageError("\(option) needs a value") }
    return value
  }
}
