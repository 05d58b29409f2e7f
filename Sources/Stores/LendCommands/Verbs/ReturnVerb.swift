#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

enum ReturnVerb: Verb {
  static let spec = VerbSpec(
    name: "return", summary: "returns a lease", operands: "REQUEST FENCE", operandCount: 2...2,
    options: [
      .value("shows", "KEY", "what the resource shows now, for --prefer of later borrowers"),
      .value("because", "TEXT", "quarantines the resource for this reason"),
    ],
    notes: [
      """
      'lend list' shows both; the command of 'lend run' has them in LEND_REQUEST and LEND_FENCE. \
      A command that still runs with the lease is ended at its next renewal.
      """
    ])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    guard let request = LendingID(arguments.operands[0]) else {
      throw LendFailure.usage(
        """
        '\(arguments.operands[0].printable)' is no request: it has 32 hexadecimal digits. 'lend \
        list' shows those of all leases.
        """)
    }
    guard let fence = Fence(arguments.operands[1]) else {
      throw LendFailure.usage("'\(arguments.operands[1].printable)' is no fence: it is a number.")
    }
    let condition: LendingReturn.Condition
    switch (arguments.value("shows"), arguments.value("because")) {
    case (let shows, nil): condition = .ready(shows: shows)
    case (nil, let reason?): condition = .quarantined(reason: reason)
    case (_?, _?): throw LendFailure.usage("Give either --shows or --because.")
    }
    let giving = LendingReturn(
      lease: LendingKey(request: request, fence: fence), condition: condition)
    let pool = try await context.openPool(for: arguments)
    guard case .returned(let closing) = try await pool.perform(.giveBack(giving)) else {
      throw LendFailure(ExitCode.unexpected, "The store has given the answer to another request.")
    }
    switch closing {
    case .returned, .left:
      context.console.print("Returned.")
      return ExitCode.done
    case .already(let end):
      throw LendFailure(ExitCode.refused, "This lease has ended before: \(end.sentence)")
    case .unknown:
      throw LendFailure(
        ExitCode.refused,
        "There is no lease with this request and fence, or it belongs to another role.")
    }
  }
}

extension LendingEnd {
  var sentence: String {
    switch self {
    case .returned: "it was returned."
    case .expired: "it was not renewed in time."
    case .tooLong: "it was held as long as the pool allows."
    case .takenBack(let reason): "it was taken back: \(reason.printable)"
    case .withdrawn: "it was given up."
    case .gone: "its process has ended."
    case .impossible: "no resource in the stock fits any more."
    }
  }
}
#endif
