internal import Harness

/// Creates a value on the main actor, from the harness's thread.
func onMain<Output: Sendable>(
  _ body: @escaping @MainActor @Sendable () throws -> Output
) throws -> Output {
  try waitForTask { try await MainActor.run { try body() } }
}

extension Subject {
  /// `body` repeats its operation the given number of times, on the main actor.
  static func onMain(
    _ name: String, _ body: @escaping @MainActor @Sendable (Int) throws -> Void
  ) -> Subject {
    .inTask(name) { operations in
      try await MainActor.run { try body(operations) }
    }
  }
}
