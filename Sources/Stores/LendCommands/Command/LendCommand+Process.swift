#if SQLite || PostgreSQL
internal import StageFloor

extension LendCommand {
  /// Runs the verb that the arguments of this process name, and ends the process.
  public static func runAndExit() async -> Never {
    let command = LendCommand(
      CommandContext(
        environment: .ofThisProcess, console: .process,
        openStore: { place, creates, patience in
          if !creates, let path = OpenedStore.missingFile(at: place) {
            throw LendFailure(
              ExitCode.unusable,
              """
              There is no store at "\(path.printable)". The first 'lend add NAME' creates it.
              """)
          }
          return try await OpenedStore(at: place, patience: patience)
        }))
    let code = await command.run(processArguments())
    // Without the functions of atexit: those of libraries would run beside threads.
    fflush(nil)
    _exit(code)
  }
}
#endif
