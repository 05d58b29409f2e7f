/// Tasks that wait for one event, each of which can also stop waiting by itself.
///
/// Like a place in line, a ticket is taken before its holder can be woken, and what happens in
/// between is kept for it: neither the event nor the holder's own change of mind is lost.
package struct Listeners<News: Sendable> {
  package typealias Continuation = UnsafeContinuation<News, Never>

  private enum Entry {
    /// Took a ticket, and has not come yet. Exits: `waiting`, `settled`.
    case expected
    /// Exit: gone.
    case waiting(Continuation)
    /// The news came first. Exit: gone.
    case settled(News)
  }

  private var entries: [UInt64: Entry] = [:]
  private var lastTicket: UInt64 = 0

  package init() {}

  package mutating func ticket() -> UInt64 {
    lastTicket += 1
    entries[lastTicket] = .expected
    return lastTicket
  }

  /// The holder of a ticket is ready to be woken.
  ///
  /// - Returns: the news, if it came first.
  package mutating func wait(_ ticket: UInt64, _ continuation: Continuation) -> News? {
    if case .settled(let news) = entries[ticket] {
      entries[ticket] = nil
      return news
    }
    entries[ticket] = .waiting(continuation)
    return nil
  }

  /// Ends one wait.
  ///
  /// - Returns: whom to resume with `news`, without the lock; nil if it hears of it when it comes,
  ///   or has heard other news.
  package mutating func settle(_ ticket: UInt64, with news: News) -> Continuation? {
    switch entries[ticket] {
    case .waiting(let continuation):
      entries[ticket] = nil
      return continuation
    case .expected:
      entries[ticket] = .settled(news)
      return nil
    case .settled, nil:
      return nil
    }
  }

  /// Ends all waits.
  ///
  /// - Returns: whom to resume with `news`, without the lock.
  package mutating func settleAll(with news: News) -> [Continuation] {
    entries.keys.compactMap { settle($0, with: news) }
  }
}
