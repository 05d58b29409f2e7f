internal import Stagecraft

/// Articles that were fetched: to fetch them again costs the reader's patience.
///
/// It answers to the monitor by itself, as a program's own store does.
final class ArticleDesk: Sendable {
  private struct State: Sendable {
    var articles: [Picture] = []
    var bytes = 0
  }

  private let state = Locked(State())

  init(under monitor: PressureMonitor?) {
    monitor?.register(
      for: self, "articles", cost: .fetched, estimate: { desk in desk.bytes },
      release: { desk, request in desk.giveUp(request.target ?? .max) })
  }

  var bytes: Int { state.withLock { $0.bytes } }

  func keep(_ article: Picture) {
    state.withLock { state in
      state.articles.append(article)
      state.bytes += article.bytes
    }
  }

  /// Gives up the oldest until so many bytes are gone.
  ///
  /// - Returns: how many bytes were.
  private func giveUp(_ target: Int) -> Int {
    // They end after the lock was left.
    let gone = state.withLock { state in
      var count = 0
      var bytes = 0
      while count < state.articles.count, bytes < target {
        bytes += state.articles[count].bytes
        count += 1
      }
      let gone = Array(state.articles[..<count])
      state.articles.removeFirst(count)
      state.bytes -= bytes
      return gone
    }
    return gone.reduce(0) { $0 + $1.bytes }
  }
}
