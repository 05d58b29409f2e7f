/// The screen that asks for the password; the scene plays the reader in front of it.
@MainActor
final class LoginScreen {
  /// What the reader does.
  enum Reply: Sendable {
    case typesPassword(reader: String)
    /// The server does not answer.
    case isRefused(LoginError)
  }

  /// How often it has been shown.
  private(set) var timesShown = 0
  private var open: [(Reply?) -> Void] = []
  private var showings: AsyncStream<Void>.Iterator
  private let announcer: AsyncStream<Void>.Continuation

  init() {
    let (stream, announcer) = AsyncStream.makeStream(of: Void.self)
    showings = stream.makeAsyncIterator()
    self.announcer = announcer
  }

  /// How many of it lie on each other.
  var depth: Int { open.count }

  /// Shows it.
  ///
  /// - Parameter reply: is told what the reader does; nil: the screen was closed.
  func show(then reply: @escaping (Reply?) -> Void) {
    timesShown += 1
    open.append(reply)
    announcer.yield()
  }

  /// Closes the one on top, if there is one.
  func close() {
    open.popLast()?(nil)
  }

  /// The reader answers the one on top.
  func answer(_ reply: Reply) {
    open.removeLast()(reply)
  }

  /// Waits until it is shown.
  ///
  /// - Throws: `CancellationError`.
  func nextShown() async throws {
    var iterator = showings
    defer { showings = iterator }
    guard await iterator.next(isolation: MainActor.shared) != nil else { throw CancellationError() }
  }
}

/// Why nobody is logged in.
struct LoginError: Error, Hashable, CustomStringConvertible {
  let description: String
}
