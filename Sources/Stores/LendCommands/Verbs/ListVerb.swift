#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

enum ListVerb: Verb {
  static let spec = VerbSpec(
    name: "list", summary: "shows the resources, their holders and the line",
    options: [.flag("json", "prints an object for each resource and each waiting request")])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let pool = try await context.openPool(for: arguments)
    let report = try await pool.report()
    if arguments.has("json") {
      for line in JSONReport(report, pool: pool.name).entries { context.console.print(line) }
    } else {
      for line in TableReport(report, pool: pool.name).lines { context.console.print(line) }
    }
    return ExitCode.done
  }
}
#endif
