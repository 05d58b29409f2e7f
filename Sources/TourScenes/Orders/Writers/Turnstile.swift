internal import Foundation

/// Lets threads make so many edits as the screen wants to see at once, and then the next.
///
/// New edits are let in when half of the last ones have passed, so that threads go on writing while
/// the screen is being told.
final class Turnstile: @unchecked Sendable {  // guard: all variables are used under `condition`
  /// Asks to admit more edits.
  let requests: AsyncStream<Void>
  private let request: AsyncStream<Void>.Continuation
  private let condition = NSCondition()
  private var admitted = 0
  private var reserve = 0
  private var isRequested = true

  init() {
    (requests, request) = AsyncStream.makeStream(of: Void.self)
    request.yield()
  }

  /// Waits until another edit may be made.
  @available(*, noasync)
  func enter() {
    condition.lock()
    while admitted == 0 { condition.wait() }
    admitted -= 1
    let isShort = admitted <= reserve && !isRequested
    if isShort { isRequested = true }
    condition.unlock()
    if isShort { request.yield() }
  }

  /// Lets more edits pass, and asks for others when half of these have.
  func admit(_ count: Int) {
    condition.withLock {
      admitted += count
      reserve = count / 2
      isRequested = false
    }
    condition.broadcast()
  }

  /// Lets edits pass until this is closed: sometimes one at a time, and sometimes many.
  @MainActor
  func admit(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    for await _ in requests { admit(Int.random(in: 1...80, using: &generator)) }
  }

  /// Everybody is through: nothing is asked for any more.
  func close() { request.finish() }
}
