internal import Stagecraft

/// The module as an operation that comes after the login.
struct Favourite {
  let account: Account
  let shelf: Shelf
  let manager: OperationManager

  func tap(_ book: String) -> OperationHandle<Void> {
    let login = manager.shared("login") { LoginOperation(account: account) }
    return manager.submit("favourite", after: login) { @MainActor [shelf] reader in
      shelf.entries.append("\(reader) likes \(book)")
    }
  }
}

/// The other module.
struct Comment {
  let account: Account
  let shelf: Shelf
  let manager: OperationManager

  func send(_ text: String, on book: String) -> OperationHandle<Void> {
    let login = manager.shared("login") { LoginOperation(account: account) }
    return manager.submit("comment", after: login) { @MainActor [shelf] reader in
      shelf.entries.append("\(reader) on \(book): \(text)")
    }
  }
}

/// The login: one for all operations that need it, and none if the reader is logged in.
struct LoginOperation: AsyncOperation {
  let account: Account
  var options: OperationOptions { OperationOptions("login", lane: .main) }

  var conditions: [OperationCondition<String>] {
    [
      OperationCondition("not logged in") { [account] _ in
        await account.reader.map { .satisfied($0) } ?? .proceed
      }
    ]
  }

  func run(_ context: OperationContext) async throws -> String { try await account.logIn() }
}

extension OperationCondition {
  /// Requires a login, and produces one unless the reader is logged in.
  static func loggedIn(_ account: Account) -> OperationCondition {
    OperationCondition("logged in") { context in
      if await account.reader != nil { return .proceed }
      return .first(context.manager.shared("login") { LoginOperation(account: account) })
    }
  }
}

/// Both modules as operations, and one way in which the login ends.
@MainActor
struct LoginStory {
  enum Plot {
    case succeeds, isNotNeeded, fails, isCancelled
  }

  let logins: Int
  let login: OperationHandle<String>?
  let favourite: OperationHandle<Void>
  let comment: OperationHandle<Void>
  let shelf: String
  /// What the modules wait for while the login screen is shown.
  let explanations: [String]
  let trace: OperationTrace

  init(_ plot: Plot, _ narrator: Narrator) async throws {
    let manager = OperationManager(recording: "reader's desk")
    narrator.record(manager, as: "login \(plot)")
    let (account, shelf) = (Account(), Shelf())
    if plot == .isNotNeeded { account.answer(.success("Ada")) }
    favourite = Favourite(account: account, shelf: shelf, manager: manager).tap("Emma")
    comment = Comment(account: account, shelf: shelf, manager: manager)
      .send("Witty!", on: "Emma")
    login = favourite.dependencies.first as? OperationHandle<String>
    if plot != .isNotNeeded { await account.screens.nextAppearance() }
    explanations = [manager.explain(favourite), manager.explain(comment)]
    switch plot {
    case .succeeds: account.answer(.success("Ada"))
    case .fails: account.answer(.failure(.refusal))
    case .isCancelled: login?.cancel()
    case .isNotNeeded: break
    }
    try await manager.waitUntilIdle()
    logins = account.screens.timesShown
    (self.shelf, trace) = (shelf.contents, manager.trace)
  }

  var haveModulesSucceeded: Bool {
    favourite.outcome?.isSuccess == true && comment.outcome?.isSuccess == true
  }

  /// Why the modules were cancelled.
  var reasons: [OperationError.Reason] {
    [favourite, comment].compactMap(\.cancellationReason)
  }
}

extension OperationManager {
  /// Creates a manager that records a trace.
  convenience init(recording name: String) {
    var configuration = Configuration()
    configuration.recordsTrace = true
    self.init(name, configuration: configuration)
  }
}

extension FavouritesScene {
  func playOurs(_ narrator: Narrator) async throws {
    narrator.chapter("Ours: operations that come after the login")
    narrator.show(Listing("struct Favourite", in: "FavouritesOurs.swift"))
    let both = "Ada likes Emma; Ada on Emma: Witty!"
    let story = try await LoginStory(.succeeds, narrator)
    narrator.show(story.explanations)
    narrator.promise(
      "There is \(story.logins) login for both, and both come after it: \(story.shelf).",
      isKept: story.logins == 1 && story.haveModulesSucceeded && story.shelf == both)
    narrator.promise(
      "Both explanations name what the modules wait for.",
      isKept: story.explanations.allSatisfy { $0.contains("waits for “login”") })
    let already = try await LoginStory(.isNotNeeded, narrator)
    narrator.promise(
      "If the reader is already logged in, no login screen is shown.",
      isKept: already.logins == 0 && already.login?.outcome?.value == "Ada"
        && already.trace.nodes.allSatisfy { $0.name != "login" || $0.isSatisfied }
        && already.haveModulesSucceeded && already.shelf == both)
    let failed = try await LoginStory(.fails, narrator)
    narrator.promise(
      "If the login fails, both end with its error, and the shelf has \(failed.shelf).",
      isKept: failed.reasons.map { $0.rootError as? LoginError } == [.refusal, .refusal]
        && failed.logins == 1 && failed.shelf == "nothing")
    let cancelled = try await LoginStory(.isCancelled, narrator)
    narrator.promise(
      "If it is cancelled, both are cancelled, and no saved state is left over.",
      isKept: cancelled.login?.cancellationReason?.kind == .requested
        && cancelled.reasons.map(\.kind) == [.dependencyCancelled, .dependencyCancelled]
        && cancelled.shelf == "nothing")
  }

  func playCondition(_ narrator: Narrator) async throws {
    narrator.chapter("A condition: submit(\"reserve\", conditions: [.loggedIn(account)])")
    let manager = OperationManager(recording: "reservations")
    narrator.record(manager, as: "reservations")
    let account = Account()
    let first = manager.submit("reserve Emma", conditions: [.loggedIn(account)]) {}
    await account.screens.nextAppearance()
    narrator.show(manager.explain(first))
    account.answer(.success("Ada"))
    try await first.value
    try await manager.submit("reserve Persuasion", conditions: [.loggedIn(account)]) {}.value
    try await manager.waitUntilIdle()
    let names = manager.trace.nodes.map(\.name)
    narrator.promise(
      "Two reservations need one login: \(names.joined(separator: ", ")).",
      isKept: names.count { $0 == "login" } == 1 && account.screens.timesShown == 1)
  }
}
