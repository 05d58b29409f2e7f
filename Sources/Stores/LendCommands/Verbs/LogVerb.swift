#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

enum LogVerb: Verb {
  static let spec = VerbSpec(
    name: "log", summary: "shows who had which resource, when, and how it ended",
    options: [
      .value("name", "NAME", "this resource only"),
      .value(
        "since", "TIME", "such as 2h, 2026-05-04 or '2026-05-04 12:30:05'; without it, 1d"),
      .flag("json", "prints an object for each lease"),
    ],
    notes: [
      """
      A line for each lease that has ended, in the order of the ends, and then those that go on. The \
      store keeps its log for thirty days, but no more entries than 'lend init --log-length' says, \
      which are 100000 without it. Times are UTC.
      """
    ])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let now = currentTime()
    let since = try start(arguments.value("since") ?? "1d", now)
    let name = arguments.value("name")
    let pool = try await context.openPool(for: arguments)
    // Fails if there is no such pool.
    let report = try await pool.report()
    func show(_ lease: LoggedLease) {
      if let name, lease.resource != name { return }
      context.console.print(
        arguments.has("json") ? lease.json(pool: pool.name).text : lease.line(at: now))
    }
    var log = LeaseLog()
    var number = try await pool.lastEvent(before: since)
    while true {
      let events = try await pool.events(after: number, limit: 1_000)
      for event in events {
        if let lease = log.add(event) { show(lease) }
        number = event.number
      }
      if events.count < 1_000 { break }
    }
    for lease in log.unended { show(lease) }
    // What was lent before, and is still.
    let known = Set(log.unended.map(\.resource))
    for resource in report.resources where !known.contains(resource.name) {
      guard let holder = resource.holder else { continue }
      let from = now - holder.held.microseconds
      if from >= since { continue }
      show(
        LoggedLease(
          resource: resource.name, from: from, holder: holder.session.text,
          request: holder.request, fence: holder.fence))
    }
    return ExitCode.done
  }

  private static func start(_ text: String, _ now: Int64) throws -> Int64 {
    if let duration = Duration(argument: text) { return now - duration.microseconds }
    if let time = parseTime(text) { return time }
    throw LendFailure.usage(
      "--since is '\(text.printable)'; it must be like 2h, 1d, 2026-05-04 or '2026-05-04 12:30:05'."
    )
  }
}
#endif
