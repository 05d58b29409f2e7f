#if SQLite || PostgreSQL
protocol Verb: SendableMetatype {
  static var spec: VerbSpec { get }
  /// Does it, and returns the exit code.
  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32
  static func exitCode(of failure: LendFailure) -> Int32
}

extension Verb {
  static func exitCode(of failure: LendFailure) -> Int32 { failure.code }
}
#endif
