#if SQLite || PostgreSQL
/// A verb of the command.
protocol Verb: SendableMetatype {
  /// Its name, options and help.
  static var spec: VerbSpec { get }
  /// Does it, and returns the exit code.
  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32
  /// The exit code of a failure.
  static func exitCode(of failure: LendFailure) -> Int32
}

extension Verb {
  static func exitCode(of failure: LendFailure) -> Int32 { failure.code }
}
#endif
