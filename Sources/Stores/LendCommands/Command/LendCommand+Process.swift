#if SQLite || PostgreSQL
extension LendCommand {
  /// Creates the command of this process.
  public init() {
    self.init(
      CommandContext(
        environment: processEnvironment(), console: .process,
        openStore: { place, creates in
          if !creates, let path = OpenedStore.missingFile(at: place) {
            throw LendFailure(
              ExitCode.unusable,
              """
              There is no store at "\(path.printable)". The first 'lend add NAME' creates it.
              """)
          }
          return try await OpenedStore(at: place)
        }))
  }
}
#endif
