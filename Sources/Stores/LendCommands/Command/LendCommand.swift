#if SQLite || PostgreSQL
/// The command `lend`.
public struct LendCommand: Sendable {
  static let verbs: [any Verb.Type] = [
    InitVerb.self, AddVerb.self, RunVerb.self, ListVerb.self, WatchVerb.self, ReturnVerb.self,
    QuarantineVerb.self, RepairVerb.self, DrainVerb.self, TakeBackVerb.self, ReportVerb.self,
    DoctorVerb.self,
  ]

  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Runs a verb, and closes the stores that it has opened.
  ///
  /// - Parameter arguments: The arguments, without the name of the program.
  /// - Returns: The exit code.
  func run(_ arguments: [[UInt8]]) async -> Int32 {
    let code = await runVerb(arguments)
    await context.stores.closeAll()
    return code
  }

  private func runVerb(_ arguments: [[UInt8]]) async -> Int32 {
    guard let name = arguments.first.map({ String(decoding: $0, as: UTF8.self) }) else {
      context.console.complain(Self.help)
      return ExitCode.usage
    }
    if ["--help", "-h", "help"].contains(name) {
      context.console.print(Self.help)
      return ExitCode.done
    }
    guard let verb = Self.verbs.first(where: { $0.spec.name == name }) else {
      context.console.complain(Self.unknownVerb(name))
      return ExitCode.usage
    }
    do {
      let parsed = try Arguments(parsing: Array(arguments.dropFirst()), for: verb.spec)
      if parsed.wantsHelp {
        context.console.print(verb.spec.help)
        return ExitCode.done
      }
      return try await verb.run(parsed, in: context)
    } catch {
      let failure = LendFailure(error)
      context.console.complain("lend: \(failure.message)")
      return verb.exitCode(of: failure)
    }
  }

  private static func unknownVerb(_ name: String) -> String {
    if name.hasPrefix("-") {
      return "lend: The option \(name) must follow a verb, such as in 'lend list \(name)'."
    }
    var text = "lend: There is no verb '\(name.printable)'."
    if let word = closestWord(to: name, in: verbs.map { $0.spec.name }) {
      text += " Is it '\(word)'?"
    }
    return text + " 'lend --help' lists all."
  }

  static var help: String {
    let width = verbs.map { $0.spec.name.count }.max() ?? 0
    let lines = verbs.map { verb in
      "  " + verb.spec.name.padded(to: width) + "   " + verb.spec.summary
    }
    return """
      Lends the resources of a shared stock to processes and machines.

      Usage: lend VERB [OPTIONS]

      \(lines.joined(separator: "\n"))

      lend VERB --help describes a verb.
      """
  }
}
#endif
