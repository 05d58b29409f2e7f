#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

private let reason = OptionSpec.value("because", "TEXT", "the reason, for the report")

enum QuarantineVerb: Verb {
  static let spec = VerbSpec(
    name: "quarantine", summary: "takes a resource out of service until it is repaired",
    operands: "NAME --because TEXT", operandCount: 1...1, options: [reason],
    notes: ["A resource that is lent is quarantined when it is returned."])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let name = arguments.operands[0]
    let because = try arguments.required("because", "lend quarantine NAME --because TEXT")
    let pool = try await context.openPool(for: arguments)
    try await pool.keep(.quarantine(name: name, reason: because))
    context.console.print("Quarantined \(name.printable): \(because.printable)")
    return ExitCode.done
  }
}

enum RepairVerb: Verb {
  static let spec = VerbSpec(
    name: "repair", summary: "puts a quarantined, draining or retired resource into service",
    operands: "NAME", operandCount: 1...1)

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let pool = try await context.openPool(for: arguments)
    try await pool.keep(.repair(name: arguments.operands[0]))
    context.console.print("\(arguments.operands[0].printable) is in service.")
    return ExitCode.done
  }
}

enum DrainVerb: Verb {
  static let spec = VerbSpec(
    name: "drain", summary: "retires a resource, when it is returned if it is lent",
    operands: "NAME", operandCount: 1...1,
    notes: ["Its name is still known: 'lend repair' or 'lend add' puts it into service again."])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let pool = try await context.openPool(for: arguments)
    let name = arguments.operands[0]
    try await pool.keep(.drain(name: name))
    let state = try await pool.report().resources.first { $0.name == name }?.state
    let isLent = state == .draining || state == .overdue
    context.console.print(
      isLent
        ? "\(name.printable) is lent; it is retired when it is returned."
        : "Retired \(name.printable).")
    return ExitCode.done
  }
}

enum TakeBackVerb: Verb {
  static let spec = VerbSpec(
    name: "take-back", summary: "ends the lease of a resource",
    operands: "NAME --because TEXT", operandCount: 1...1,
    options: [
      reason,
      .flag("now", "lends it again at once, although its holder may still use it"),
    ],
    notes: [
      """
      The lease can no longer be renewed. The resource is free when it is returned, or when the \
      lease and the grace period would have ended.
      """
    ])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let name = arguments.operands[0]
    let because = try arguments.required("because", "lend take-back NAME --because TEXT")
    let pool = try await context.openPool(for: arguments)
    let isNow = arguments.has("now")
    try await pool.takeBack(name, because: because, immediately: isNow)
    context.console.print(
      isNow
        ? "Took \(name.printable) back. Its last holder may still use it: only a fence stops it."
        : "\(name.printable) can no longer be renewed.")
    return ExitCode.done
  }
}
#endif
