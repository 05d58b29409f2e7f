#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

struct RunRequest: Sendable {
  var wants: [Want] = []
  var priority = 0
  /// The longest wait, or `nil` for no limit.
  var wait: Duration? = .seconds(300)
  var job: String
  var command: [[UInt8]]

  init(_ arguments: Arguments) throws {
    command = arguments.command
    job = Self.job(arguments)
    priority = try arguments.integer("priority") ?? 0
    if arguments.value("wait") == "forever" {
      wait = nil
    } else if let wait = try arguments.duration("wait") {
      self.wait = wait
    }
    wants = try Self.wants(arguments)
    let ask = LendingAsk(
      id: .random(), session: .random(), wants: wants, priority: priority)
    if let flaw = ask.flaw { throw LendFailure.usage(flaw) }
    let session = LendingSession(id: .random(), host: "host", process: 0, job: job)
    if let flaw = session.flaw { throw LendFailure.usage(flaw) }
  }

  private static func wants(_ arguments: Arguments) throws -> [Want] {
    if arguments.has("label"), arguments.has("want") {
      throw LendFailure.usage("Give --label for one want, or --want for each of several.")
    }
    let preferring = arguments.value("prefer")
    var wants: [Want] = []
    if !arguments.has("want") {
      wants = [Want(Labels(arguments.values("label")), preferring: preferring)]
    }
    var isCounted = false
    for option in arguments.options {
      switch option.name {
      case "want":
        let text = option.value
        let labels =
          text == "any"
          ? .any
          : Labels(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        wants.append(Want(labels, preferring: preferring))
        isCounted = false
      case "count":
        guard !wants.isEmpty, !isCounted else {
          throw LendFailure.usage("Each --count must follow its own --want.")
        }
        wants[wants.count - 1].count = try parseInteger(option.value, of: "count")
        isCounted = true
      default: break
      }
    }
    return wants
  }

  /// The job, by default the name of the command: its arguments may contain secrets.
  private static func job(_ arguments: Arguments) -> String {
    if let job = arguments.value("job") { return job }
    let name = arguments.operands[0].split(separator: "/").last.map(String.init) ?? ""
    return String(name.printable.prefix(40))
  }
}
#endif
