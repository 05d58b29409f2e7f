#if SQLite || PostgreSQL
internal import StagecraftPools
@_spi(Store) import StagecraftSharedPools

enum RunVerb: Verb {
  static let spec = VerbSpec(
    name: "run", summary: "waits for resources and runs a command with them",
    operands: "-- COMMAND [ARGUMENTS]", operandCount: 1...Int.max, runsCommand: true,
    options: [
      .value("label", "LABEL", "a label that the resource must have", repeatable: true),
      .value(
        "want", "LABELS", "a want of several: labels separated by commas, or 'any'",
        repeatable: true),
      .value(
        "count", "NUMBER", "how many, for the want before it; without it, 1", repeatable: true),
      .value("prefer", "KEY", "a resource that shows this key, if one is free"),
      .value("priority", "NUMBER", "from -100 to 100; larger ones are served earlier"),
      .value("wait", "DURATION|forever", "the longest wait; without it, 5m; 0 does not wait"),
      .value("job", "TEXT", "what the reports show; without it, the name of the command"),
    ],
    notes: [
      """
      The command receives LEND_NAME, LEND_FENCE, LEND_LABELS, LEND_PAYLOAD_FD, LEND_POOL and \
      LEND_REQUEST; with several resources also LEND_COUNT, LEND_NAMES (a line for each), \
      LEND_NAME_1, LEND_LABELS_1, LEND_PAYLOAD_FD_1 and so on.
      """,
      """
      Exit codes: the command's own, or 128 + n if signal n ended it; 122 if the lease was lost and \
      the command was ended; 124 if nothing became free in time; 125 if lend failed; 126 if the \
      command cannot be executed; 127 if it was not found.
      """,
    ])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    try await run(RunRequest(arguments), arguments, context)
  }

  /// All failures of `lend` itself have one code, because the others are the command's.
  static func exitCode(of failure: LendFailure) -> Int32 {
    let own = [ExitCode.lost, ExitCode.timedOut, ExitCode.notExecutable, ExitCode.notFound]
    return own.contains(failure.code) ? failure.code : ExitCode.failed
  }

  private static func run(
    _ request: RunRequest, _ arguments: Arguments, _ context: CommandContext
  ) async throws -> Int32 {
    let opened = try await context.openPool(
      for: arguments, patience: request.wait ?? .seconds(Int32.max))
    let wait = SignalledWait(try context.collectSignals())
    let deadline = request.wait.map { ContinuousClock.now + $0 }
    let (opening, lending) = try await wait.run {
      await borrow(request, opened, until: deadline)
    }
    let pool: SharedPool<[UInt8]>
    let leases: [FencedLease<[UInt8]>]
    do {
      pool = try opening.get()
      leases = try lending.get()
    } catch {
      if let pool = try? opening.get(), !isUnreachable(error) {
        await wait.finish { await pool.close() }
      }
      if let signal = wait.signal { return 128 + signal }
      throw await explained(error, request, opened)
    }
    let borrowed = Borrowed(leases, of: pool)
    let result: Result<Int32, any Error>
    if let signal = wait.signal {
      result = .success(128 + signal)
    } else {
      do {
        result = .success(try await supervise(request, borrowed, opened, context, wait))
      } catch {
        result = .failure(error)
      }
    }
    await wait.finish {
      await borrowed.release()
      await pool.close()
    }
    return try result.get()
  }

  /// Opens the pool and waits for the resources, both until the deadline.
  ///
  /// While the store does not answer, because it is restarted or is full, all of it is repeated.
  private static func borrow(
    _ request: RunRequest, _ opened: OpenedPool, until deadline: ContinuousClock.Instant?
  ) async -> (Result<SharedPool<[UInt8]>, any Error>, Result<[FencedLease<[UInt8]>], any Error>) {
    func left() -> Duration? { deadline.map { max($0 - .now, .zero) } }
    let pool: SharedPool<[UInt8]>
    do {
      // Refuses an unknown pool, which would be created otherwise.
      try await opened.perform(.sweep, patience: left() ?? .seconds(Int32.max))
      var configuration = SharedPoolConfiguration(job: request.job)
      configuration.patience = max(left() ?? .seconds(Int32.max), .seconds(1))
      pool = try await SharedPool(
        opened.name, at: opened.store.store, payload: .bytes, configuration: configuration)
    } catch {
      return (.failure(error), .failure(error))
    }
    do {
      let leases = try await pool.leases(
        request.wants, priority: request.priority, timeout: left().map { .after($0) } ?? .unlimited)
      return (.success(pool), .success(leases))
    } catch {
      return (.success(pool), .failure(error))
    }
  }

  /// Whether the end of a session cannot be recorded either.
  private static func isUnreachable(_ error: any Error) -> Bool {
    (error as? SharedPoolError)?.code == .unreachable
  }

  private static func supervise(
    _ request: RunRequest, _ borrowed: Borrowed, _ opened: OpenedPool, _ context: CommandContext,
    _ wait: SignalledWait
  ) async throws -> Int32 {
    let kept = try await opened.store.livenessDescriptor()
    let numbers = RunEnvironment.freeDescriptors(borrowed.resources.count) { number in
      number == kept || isInherited(number)
    }
    let environment = RunEnvironment(
      context.environment, pool: opened.name, borrowed: borrowed, descriptors: numbers)
    let payloads = zip(numbers, borrowed.resources).map { ($0, $1.payload) }
    let supervisor = try Supervisor(
      Supervisor.Plan(
        words: request.command, environment: environment.entries, payloads: payloads,
        kept: kept, borrowed: borrowed), wait)
    let watch = Task {
      guard let loss = await borrowed.loss() else { return }
      context.console.complain(
        "lend: The lease is lost: \(loss.end.sentence) The command is ended.")
      supervisor.lose(remaining: loss.remaining)
    }
    defer { watch.cancel() }
    return try await supervisor.run()
  }

  /// A failure that says which labels are unknown, where that is the reason.
  private static func explained(
    _ error: any Error, _ request: RunRequest, _ opened: OpenedPool
  ) async -> LendFailure {
    let failure = LendFailure(error)
    guard let error = error as? SharedPoolError, error.code == .impossible,
      let report = try? await opened.report()
    else { return failure }
    return LendFailure(
      failure.code, impossibleSentence(request.wants, report, pool: opened.name))
  }
}

/// Why a stock cannot satisfy wants, as a sentence.
func impossibleSentence(_ wants: [Want], _ report: SharedPoolReport, pool: String) -> String {
  let stock = report.resources.filter { $0.state != .retired && $0.state != .draining }
  if stock.isEmpty {
    return """
      The pool "\(pool)" has no resource in service. Add one: lend add --pool \
      \(pool.quotedForShell) NAME
      """
  }
  let known = Labels(stock.flatMap(\.labels.all))
  for label in wants.flatMap(\.labels.all) where !known.all.contains(label) {
    let others = known.all.isEmpty ? "none" : known.all.prefix(20).joined(separator: ", ")
    return """
      No resource of the pool "\(pool)" has the label "\(label.printable)". The labels of the \
      stock are: \(others.printable).
      """
  }
  for want in wants {
    let fitting = stock.count { $0.labels.contains(want.labels) }
    if fitting < want.count {
      return """
        The request wants \(want.count) with \(want.labels.description.printable); \(fitting) of \
        the pool "\(pool)" \(fitting == 1 ? "fits" : "fit").
        """
    }
  }
  let total = wants.reduce(0) { $0 + $1.count }
  return """
    The pool "\(pool)" has too few resources for these \(total) together, although enough fit each \
    want alone.
    """
}
#endif
