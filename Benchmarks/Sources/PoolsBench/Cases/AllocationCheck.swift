internal import Harness
internal import StagecraftPools

extension Check {
  /// Counts instead of measuring time, because a promise of no allocation is either kept or not.
  static var allocations: Check {
    Check("allocations", "malloc calls of an uncontended lease") {
      guard AllocationCounter.isAvailable else {
        return [Finding("stagecraft", "not counted on this system", isBroken: false)]
      }
      let elastic = ElasticPool.ofBooks()
      let bounded = try BoundedPool.ofBooks(16)
      return [
        try counting("elastic withElement") { try ElasticScope(pool: elastic).borrow(times: $0) },
        try counting("elastic lease") { try ElasticLease(pool: elastic).borrow(times: $0) },
        try counting("bounded withElementBlocking") {
          try BoundedScope(pool: bounded).borrow(times: $0)
        },
        try counting("bounded leaseBlocking") { try BoundedLease(pool: bounded).borrow(times: $0) },
        try waitForTask {
          try await countingAsync("await lease, from a task") {
            try await Visitor.lease(from: bounded, times: $0)
          }
        },
        try waitForTask { try await Librarian().countAllocations(in: bounded) },
        try waitForTask { try await Screen.countAllocations(in: bounded) },
        try waitForTask {
          try await countingAsync("await withElement, from a task") {
            try await Visitor.withElement(from: bounded, times: $0)
          }
        },
      ]
    }
  }

  private static let leases = 1_000

  private static func counting(
    _ subject: String, _ body: (Int) throws -> Void
  ) rethrows -> Finding {
    try body(leases)  // One-time work is done.
    AllocationCounter.begin()
    try body(leases)
    return finding(subject, AllocationCounter.end())
  }

  /// Runs in the caller's isolation, so that an actor can count its own allocations.
  fileprivate static func countingAsync(
    _ subject: String, _ body: (Int) async throws -> Void
  ) async rethrows -> Finding {
    try await body(leases)
    AllocationCounter.begin()
    try await body(leases)
    return finding(subject, AllocationCounter.end())
  }

  private static func finding(_ subject: String, _ reading: AllocationCounter.Reading) -> Finding {
    switch reading {
    case .allocations(let count):
      Finding(subject, "\(count) allocations in \(leases) leases", isBroken: count > 0)
    case .movedToAnotherThread:
      Finding(subject, "was suspended, with an element idle", isBroken: true)
    }
  }
}

extension Librarian {
  fileprivate func countAllocations(in pool: BoundedPool<Book>) async throws -> Check.Finding {
    try await Check.countingAsync("await lease, from an actor") {
      try await self.lease(from: pool, times: $0)
    }
  }
}

extension Screen {
  fileprivate static func countAllocations(
    in pool: BoundedPool<Book>
  ) async throws -> Check.Finding {
    try await Check.countingAsync("await lease, from the main actor") {
      try await lease(from: pool, times: $0)
    }
  }
}
