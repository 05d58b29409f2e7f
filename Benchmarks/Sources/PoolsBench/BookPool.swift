internal import Harness

/// A pool from which a thread can borrow a book.
///
/// Each subject of the thread cases is one.
protocol BookPool: Sendable {
  /// Borrows a book, waiting if necessary, passes it to `body` and returns it.
  func withBook(_ body: (inout Book) -> Void) throws
}

/// The measured loops. They are generic, and specialized for each pool, so that a subject pays only
/// for its own work.
extension BookPool {
  /// Borrows `times` times and touches the book each time.
  func borrow(times: Int) throws {
    for _ in 0..<times {
      try withBook { $0.value &+= 1 }
    }
  }

  /// Borrows `times` times and keeps the book for the duration of `hold`.
  func borrow(times: Int, holding hold: BusyHold) throws {
    for _ in 0..<times {
      try withBook { $0.value = hold.spin(from: $0.value) }
    }
  }

  /// The same with a clock around each wait.
  ///
  /// - Returns: the longest wait, in nanoseconds.
  func longestWait(borrowing times: Int, holding hold: BusyHold) throws -> Int64 {
    var longest: Int64 = 0
    for _ in 0..<times {
      let stopwatch = Stopwatch()
      try withBook {
        longest = max(longest, stopwatch.nanoseconds)
        $0.value = hold.spin(from: $0.value)
      }
    }
    return longest
  }
}
