internal import Stagecraft

extension FavouritesScene {
  /// The modules as operations.
  ///
  /// - Returns: how many logins it took when both needed one.
  @MainActor
  func playOurs(_ narrator: Narrator) async throws -> Int {
    narrator.chapter("Ours: state what it comes after")
    narrator.show(ModuleListing.favourite.lines.filter { !$0.isEmpty })
    let logins = try await playLogin(narrator)
    try await playLoggedIn(narrator)
    try await playRefusal(narrator)
    try await playTurningAway(narrator)
    return logins
  }

  @MainActor
  private func playLogin(_ narrator: Narrator) async throws -> Int {
    let report = try await LoginStory(plot: .typesPassword).play()
    narrator.show("Logged out, both at once. While the login screen is shown, they are explained:")
    for explanation in report.explanations { narrator.show("  \(explanation)") }
    narrator.show("Ada types her password, and then: \(report.shelf).")
    narrator.promise(
      "The login happened once for both, and both were done after it: \(report.logins).",
      isKept: report.logins == 1 && report.favourite?.isSuccess == true
        && report.comment?.isSuccess == true && report.trace.starts("login", before: "comment"))
    narrator.promise(
      "Both explanations name what the modules wait for.",
      isKept: report.explanations.count == 2
        && report.explanations.allSatisfy { $0.contains("waits for “login”") })
    return report.logins
  }

  @MainActor
  private func playLoggedIn(_ narrator: Narrator) async throws {
    let report = try await LoginStory(plot: .isLoggedInAlready).play()
    narrator.show("Logged in already: \(report.shelf).")
    let login = report.trace.nodes.filter { $0.name == "login" }
    narrator.promise(
      "The login then ends at once, without a screen: its condition has the reader already.",
      isKept: report.logins == 0 && report.login?.value == "Ada"
        && login.allSatisfy { $0.ending == .satisfied } && report.comment?.isSuccess == true)
  }

  @MainActor
  private func playRefusal(_ narrator: Narrator) async throws {
    let report = try await LoginStory(plot: .isRefused).play()
    narrator.show([
      "The server does not answer:",
      "  favourite: \(report.favourite?.reading ?? "not ended")",
      "  comment:   \(report.comment?.reading ?? "not ended")",
    ])
    let error = LoginError(description: "no connection")
    narrator.promise(
      "Both end with the error of the login, and nothing is on the shelf: \(report.shelf).",
      isKept: report.favourite?.rootError == error && report.comment?.rootError == error
        && report.logins == 1 && report.shelf == "nothing")
  }

  @MainActor
  private func playTurningAway(_ narrator: Narrator) async throws {
    let report = try await LoginStory(plot: .turnsAway).play()
    narrator.show([
      "Ada turns away: the login is cancelled.",
      "  favourite: \(report.favourite?.reading ?? "not ended")",
      "  comment:   \(report.comment?.reading ?? "not ended")",
    ])
    narrator.promise(
      "Both are cancelled with it, and no ghost is left that could come back.",
      isKept: report.favourite?.cancellation == .dependencyCancelled
        && report.comment?.cancellation == .dependencyCancelled && report.shelf == "nothing")
  }

  /// The login as the answer of a condition: made only when it is needed.
  @MainActor
  func playCondition(_ narrator: Narrator) async throws {
    narrator.chapter("Or say what must hold: the login is made when it does not")
    narrator.show(["manager.submit(\"reserve\", conditions: [.loggedIn(account)]) { … }"])
    var configuration = OperationManager.Configuration()
    configuration.recordsTrace = true
    let manager = OperationManager("reservations", configuration: configuration)
    let account = Account()
    let first = manager.submit("reserve Emma", conditions: [.loggedIn(account)]) {}
    try await account.screen.nextShown()
    narrator.show(manager.explain(first))
    account.screen.answer(.typesPassword(reader: "Ada"))
    try await first.value
    try await manager.submit("reserve Persuasion", conditions: [.loggedIn(account)]) {}.value
    try await manager.waitUntilIdle()
    let names = manager.trace.nodes.map(\.name)
    narrator.show("The manager had: \(names.joined(separator: ", ")).")
    narrator.promise(
      "For two reservations there was one login, made by the first.",
      isKept: names.count { $0 == "login" } == 1 && account.screen.timesShown == 1)
  }
}

extension OperationTrace {
  /// Whether one had ended when the other began.
  func starts(_ name: String, before other: String) -> Bool {
    guard let ended = nodes.first(where: { $0.name == name })?.ended,
      let started = nodes.first(where: { $0.name == other })?.started
    else { return false }
    return ended <= started
  }
}
