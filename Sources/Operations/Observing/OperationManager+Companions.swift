extension OperationManager {
  /// Calls `make` for each operation that is submitted from now on, in the task of its submitter.
  ///
  /// There is one such function: a later call replaces it.
  ///
  /// - Parameter make: Makes the companion of an operation; called without a lock.
  /// - Returns: A token; when it is cancelled or released, further operations have no companion.
  package func accompany(with make: @escaping CompanionMaker) -> ObservationToken {
    companions.set(make)
  }

  package typealias CompanionMaker =
    @Sendable (AnyOperationHandle) -> (any OperationCompanion)?
}

extension AnyOperationHandle {
  package final var tags: Set<String> { options.tags }
}
