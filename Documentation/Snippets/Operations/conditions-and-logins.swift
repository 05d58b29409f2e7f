// Two modules need the same login. Both declare it, and neither handles it.
// snippet.hide
import StagecraftOperations

struct Reader: Sendable { var name: String }
struct Book: Sendable { var title: String }

actor Session {
  private(set) var reader: Reader?

  func logIn() async throws -> Reader {
    print("The login is shown.")
    let reader = Reader(name: "Ada")
    self.reader = reader
    return reader
  }

  func askForPassword() async throws -> Reader { try await logIn() }
}

actor Shelf {
  func add(_ book: Book, for reader: Reader) async throws {
    print("\(reader.name) keeps \(book.title).")
  }
}

actor Reviews {
  func add(_ text: String, by reader: Reader) async throws { print("\(reader.name): \(text)") }
}

let session = Session()
let shelf = Shelf()
let reviews = Reviews()

func firstSteps(_ book: Book, _ text: String) async throws {
  // snippet.show
  let manager = OperationManager("reviews")
  let login = manager.submit("login") { try await session.logIn() }
  manager.submit("favourite", after: login) { reader in try await shelf.add(book, for: reader) }
  manager.submit("comment", after: login) { reader in try await reviews.add(text, by: reader) }
  // snippet.hide
  try await manager.waitUntilIdle()
}

func shareOne(_ book: Book) async throws {
  let manager = OperationManager("reviews")
  // snippet.show
  let login = manager.shared("login") { try await session.logIn() }
  manager.submit("favourite", after: login) { reader in try await shelf.add(book, for: reader) }
  // snippet.hide
  try await manager.waitUntilIdle()
}

func waitForOne(_ book: Book) async throws {
  let manager = OperationManager("reviews")
  // snippet.show
  let login = manager.submit("login") { try await session.logIn() }
  let favourite = manager.submit("favourite", after: login) { reader in
    try await shelf.add(book, for: reader)
  }
  try await favourite.value
  // snippet.hide
}

enum OwnManager {
  // snippet.show
  struct LoginOperation: AsyncOperation {
    static let manager = OperationManager("session", maximumConcurrency: 1)
    let session: Session

    func run(_ context: OperationContext) async throws -> Reader {
      try await session.askForPassword()
    }
  }

  // snippet.hide
  static func logIn() async throws {
    // snippet.show
    let reader = try await LoginOperation(session: session).submit().value
    // snippet.hide
    print("\(reader.name) is here.")
  }
}

let manager = OperationManager("reviews")

// snippet.show
struct LoginOperation: AsyncOperation {
  let session: Session

  func run(_ context: OperationContext) async throws -> Reader {
    try await session.logIn()
  }
}

// In the favourites module:
func keep(_ book: Book) -> OperationHandle<Void> {
  let login = manager.shared("login") { LoginOperation(session: session) }
  return manager.submit("favourite", after: login) { reader in
    try await shelf.add(book, for: reader)
  }
}

// In the comments module, independently:
func comment(_ text: String) -> OperationHandle<Void> {
  let login = manager.shared("login") { LoginOperation(session: session) }
  return manager.submit("comment", after: login) { reader in
    try await reviews.add(text, by: reader)
  }
}
// snippet.hide

// snippet.show
extension OperationCondition {
  /// The reader is logged in; if not, the login comes first, once for all that need it.
  static func loggedIn(_ session: Session) -> OperationCondition {
    OperationCondition("logged in") { context in
      if await session.reader != nil { return .proceed }
      return .first(context.manager.shared("login") { LoginOperation(session: session) })
    }
  }
}
// snippet.hide

func reserve(_ book: Book) async throws {
  // snippet.show
  let reservation = manager.submit("reserve", conditions: [.loggedIn(session)]) {
    guard let reader = await session.reader else { throw CancellationError() }
    try await shelf.add(book, for: reader)
  }
  // snippet.hide
  try await reservation.value
}

enum Remembering {
  // snippet.show
  struct LoginOperation: AsyncOperation {
    let session: Session

    var conditions: [OperationCondition<Reader>] {
      [
        OperationCondition("not logged in") { [session] _ in
          if let reader = await session.reader { return .satisfied(reader) }
          return .proceed
        }
      ]
    }

    func run(_ context: OperationContext) async throws -> Reader {
      try await session.logIn()
    }
  }
  // snippet.hide
}

struct NotOpen: Error {}
struct Branch: Sendable { var isOpen = true, isClosedForGood = false }

extension OperationCondition {
  static func open(_ branch: Branch) -> OperationCondition {
    // snippet.show
    OperationCondition("the branch is open", isVolatile: true) { _ in
      if branch.isClosedForGood { return .skip }
      return branch.isOpen ? .proceed : .fail(NotOpen())
    }
    // snippet.hide
  }
}

func managerOfOrders(_ branch: Branch) -> OperationManager {
  // snippet.show
  var configuration = OperationManager.Configuration()
  configuration.willStart = { context in
    if branch.isClosedForGood { context.operation.cancel() }
  }
  let orders = OperationManager("orders", configuration: configuration)
  // snippet.hide
  return orders
}

func turnAway(_ book: Book) async throws {
  // snippet.show
  let favourite = keep(book)
  do {
    try await favourite.value
  } catch let error as OperationError where error.kind == .cancelled {
    print(error)  // “favourite” was cancelled: a dependency failed (“LoginOperation” with: …).
  }
  // snippet.hide
}

let emma = Book(title: "Emma")
try await firstSteps(emma, "Witty.")
try await waitForOne(emma)
try await OwnManager.logIn()
let (first, second) = (keep(emma), comment("Witty."))
_ = try await (first.value, second.value)
try await reserve(emma)
print(try await manager.submit(Remembering.LoginOperation(session: session)).value.name)
try await manager.submit("visit", conditions: [.open(Branch())]) { print("A visit.") }.value
try await managerOfOrders(Branch()).submit("order") { print("An order.") }.value
try await turnAway(emma)
