#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

enum ReportVerb: Verb {
  static let spec = VerbSpec(
    name: "report", summary: "writes the state for programs, people or Prometheus",
    options: [
      .flag("json", "an object for the pool, each resource and each waiting request (the default)"),
      .flag("html", "one page, which needs no other file"),
      .flag("openmetrics", "metrics in the text format of OpenMetrics"),
    ],
    notes: [
      """
      For node_exporter, write the metrics to a file beside the one that it reads, and rename it.
      """
    ])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let formats = ["json", "html", "openmetrics"].filter { arguments.has($0) }
    if formats.count > 1 {
      throw LendFailure.usage("Give one of --json, --html and --openmetrics.")
    }
    let pool = try await context.openPool(for: arguments)
    let report = try await pool.report()
    switch formats.first {
    case "html":
      let page = HTMLReport(
        report, pool: pool.name, place: pool.place.description, time: currentTime())
      context.console.write(page.text)
    case "openmetrics":
      context.console.write(OpenMetricsReport(report, pool: pool.name).text)
    default:
      for line in JSONReport(report, pool: pool.name).lines { context.console.print(line) }
    }
    return ExitCode.done
  }
}
#endif
