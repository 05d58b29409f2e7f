internal import Harness

extension BookPool {
  /// This pool, used by one thread.
  func onThread(_ name: String) -> Subject {
    .onThread(name) { try borrow(times: $0) }
  }

  /// This pool, used by `count` threads.
  func onThreads(_ name: String, count: Int) -> Subject {
    .onThreads(name, count: count) { try borrow(times: $0) }
  }

  /// This pool, used by `count` threads that each keep a book for the duration of `hold`.
  func onThreads(_ name: String, count: Int, holding hold: BusyHold) -> Subject {
    .onThreads(name, count: count) {
      try borrow(times: $0, holding: hold)
    } longestWait: {
      try longestWait(borrowing: $0, holding: hold)
    }
  }
}
