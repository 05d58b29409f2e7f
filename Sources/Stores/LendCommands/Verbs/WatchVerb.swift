#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

enum WatchVerb: Verb {
  static let spec = VerbSpec(
    name: "watch", summary: "shows the state continuously",
    options: [
      .value("every", "DURATION", "how often the store is read; without it, 1s"),
      .flag("json", "prints an object for each event"),
    ],
    notes: ["On a terminal it shows a board, elsewhere a line for each event. Ctrl-C ends it."])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let pause = try arguments.duration("every") ?? .seconds(1)
    guard pause >= .milliseconds(100) else {
      throw LendFailure.usage("--every is \(pause.reading); it must be at least 100 ms.")
    }
    let pool = try await context.openPool(for: arguments)
    if context.console.isTerminal, !arguments.has("json") {
      try await showBoard(pool, context.console, every: pause)
    } else {
      try await printEvents(pool, context.console, asJSON: arguments.has("json"), every: pause)
    }
  }

  private static func showBoard(
    _ pool: OpenedPool, _ console: Console, every pause: Duration
  ) async throws -> Never {
    while true {
      let lines = TableReport(try await pool.report(), pool: pool.name).lines
      console.write(boardFrame(lines, size: Console.terminalSize ?? (100, 40)))
      try await Task.sleep(for: pause)
    }
  }

  private static func printEvents(
    _ pool: OpenedPool, _ console: Console, asJSON: Bool, every pause: Duration
  ) async throws -> Never {
    // Fails if there is no such pool.
    _ = try await pool.report()
    var number = try await pool.lastEvent()
    while true {
      let events = try await pool.events(after: number, limit: 1_000)
      for event in events {
        console.print(asJSON ? JSONLine(event, pool: pool.name).text : event.line)
        number = event.number
      }
      if events.count < 1_000 { try await Task.sleep(for: pause) }
    }
  }
}

/// What draws lines over the last frame: each line is cut to the width, and the rest is erased.
func boardFrame(_ lines: [String], size: (columns: Int, rows: Int)) -> String {
  let visible = lines.prefix(max(1, size.rows - 1))
  var frame = "\u{1B}[H"
  for line in visible { frame += line.prefix(size.columns) + "\u{1B}[K\r\n" }
  return frame + "\u{1B}[J"
}

extension LendingEvent {
  var line: String {
    var parts = [timeText(microseconds: time), kind.rawValue.padded(to: 11)]
    if let resource { parts.append(resource.printable) }
    if let fence { parts.append("fence \(fence)") }
    if let request { parts.append("request \(request)") }
    if let detail { parts.append(detail.printable) }
    return parts.joined(separator: "  ")
  }
}
#endif
