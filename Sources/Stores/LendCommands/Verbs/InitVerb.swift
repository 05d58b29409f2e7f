#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

enum InitVerb: Verb {
  static let spec = VerbSpec(
    name: "init", summary: "creates or upgrades the store and sets the rules of the pool",
    options: [
      .flag("upgrade", "upgrades the store to the edition of this command"),
      .value(
        "epoch-above", "NUMBER", "raises the epoch of fences above this one, which a guard has seen"
      ),
      .value("ttl", "DURATION", "how long a lease lives without renewal, such as 30s"),
      .value("margin", "DURATION", "how long before the end of a lease its command is stopped"),
      .value("grace", "DURATION", "how long after the end of a lease its resource is not lent"),
      .value("maximum-hold", "DURATION|none", "the longest time of a lease"),
      .value(
        "on-expiry", "POLICY", "lend-again or quarantine: for a resource that was not returned"),
      .value("ageing", "DURATION", "how much earlier each step of priority counts as having come"),
      .value("log-length", "NUMBER", "how many entries of the log are kept, from 1000 to 10000000"),
    ],
    notes: [
      """
      It can be repeated. A fence divided by 2⁴⁰ is its epoch. Rules that are not given stay as they \
      are; leases receive new ones when they are renewed.
      """,
      """
      A SQLite store is also created by the first 'lend add'. In PostgreSQL the role needs the \
      right to create a schema and roles: see Documentation/operating.md.
      """,
    ])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let changes = try RuleChanges(arguments)
    let epoch = try epoch(arguments)
    // What is wrong in any case is refused before anything is created.
    var sample = SharedPoolSettings()
    try changes.apply(to: &sample)
    let pool = try await context.openPool(for: arguments, creates: true)
    context.console.print(try await pool.store.initialize(arguments.has("upgrade")))
    var rules = try await pool.createIfNeeded()
    if let epoch {
      let raised = try await pool.store.raiseEpoch(epoch)
      context.console.print("The epoch of fences is \(raised).")
    }
    if changes.isEmpty { return ExitCode.done }
    try changes.apply(to: &rules)
    try await pool.keep(.configure(rules))
    context.console.print("The pool \"\(pool.name)\": \(rules.sentence)")
    return ExitCode.done
  }

  private static func epoch(_ arguments: Arguments) throws -> Int64? {
    guard let number = try arguments.integer("epoch-above") else { return nil }
    if (0..<1 << 21).contains(number) { return Int64(number) }
    let epoch = number >> 40
    throw LendFailure.usage(
      "--epoch-above is \(number); an epoch is from 0 to 2097151."
        + (epoch > 0 ? " If \(number) is a fence, its epoch is \(epoch)." : ""))
  }
}

struct RuleChanges {
  private var timeToLive: Duration?
  private var margin: Duration?
  private var grace: Duration?
  private var maximumHold: Duration??
  private var onExpiry: SharedPoolSettings.ExpiryPolicy?
  private var ageing: Duration?
  private var logLength: Int?
  private(set) var isEmpty = true

  init(_ arguments: Arguments) throws {
    timeToLive = try arguments.duration("ttl")
    margin = try arguments.duration("margin")
    grace = try arguments.duration("grace")
    ageing = try arguments.duration("ageing")
    logLength = try arguments.integer("log-length")
    if arguments.value("maximum-hold") == "none" {
      maximumHold = .some(nil)
    } else if let hold = try arguments.duration("maximum-hold") {
      maximumHold = .some(hold)
    }
    if let text = arguments.value("on-expiry") {
      guard let policy = SharedPoolSettings.ExpiryPolicy(rawValue: text) else {
        let all = SharedPoolSettings.ExpiryPolicy.allCases.map(\.rawValue)
        throw LendFailure.usage(
          "--on-expiry is '\(text.printable)'; it must be \(all.joined(separator: " or ")).")
      }
      onExpiry = policy
    }
    let names = ["ttl", "margin", "grace", "maximum-hold", "on-expiry", "ageing", "log-length"]
    isEmpty = !names.contains { arguments.has($0) }
  }

  func apply(to rules: inout SharedPoolSettings) throws {
    if let timeToLive { rules.timeToLive = timeToLive }
    if let margin { rules.margin = margin }
    if let grace { rules.grace = grace }
    if let maximumHold { rules.maximumHold = maximumHold }
    if let onExpiry { rules.onExpiry = onExpiry }
    if let ageing { rules.ageing = ageing }
    if let logLength { rules.logLength = logLength }
    if let flaw = rules.flaw { throw LendFailure.usage(flaw) }
  }
}

extension SharedPoolSettings {
  var sentence: String {
    let hold = maximumHold.map { "; it can be held for \($0.reading)" } ?? ""
    return """
      a lease lives \(timeToLive.reading) without renewal, its command is stopped \
      \(effectiveMargin.reading) before that, and its resource is lent again \
      \(effectiveGrace.reading) after that\(hold)\(onExpiry == .quarantine ? ", after a repair" : "").
      """
  }
}
#endif
