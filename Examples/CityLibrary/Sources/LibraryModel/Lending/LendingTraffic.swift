import Foundation

/// Simulated readers, who borrow, join lines and return at this desk.
package final class LendingTraffic: Sendable {
  private let tasks: [Task<Void, Never>]

  /// Starts the readers; they end when they are stopped or released.
  ///
  /// - Parameters:
  ///   - lending: Where they borrow.
  ///   - titles: What they borrow.
  ///   - readers: Their numbers, of which no other desk has one.
  ///   - pause: The mean time between two steps of a reader.
  ///   - note: Receives “lent”, “returning” or “returned”, the copy and the fence: after a step, and
  ///     before a return.
  package init(
    _ lending: Lending, titles: ClosedRange<Title.ID>, readers: Range<Reader.ID>, pause: Duration,
    note: @escaping @Sendable (String) -> Void
  ) {
    tasks = readers.map { reader in
      Task.detached {
        var random = SeededRandom(seed: .random(in: 0...UInt64.max))
        while !Task.isCancelled {
          do { try await Task.sleep(for: pause * (0.5 + random.unit())) } catch { return }
          let title = titles.lowerBound + random.below(titles.count)
          // A step that fails, such as because another desk was faster, is not noted.
          try? await Self.step(lending, title, reader, note)
        }
      }
    }
  }

  deinit { stop() }

  package func stop() { for task in tasks { task.cancel() } }

  private static func step(
    _ lending: Lending, _ title: Title.ID, _ reader: Reader.ID,
    _ note: @Sendable (String) -> Void
  ) async throws {
    let own = lending.loans.list.snapshot().filter { $0.reader == reader }
    if let loan = own.first(where: { $0.title == title }) ?? (own.count > 3 ? own.first : nil) {
      note("returning \(loan.id) \(loan.fence)")
      try await lending.giveBack(loan)
      return note("returned \(loan.id) \(loan.fence)")
    }
    do {
      let loan = try await lending.borrow(title, for: reader)
      note("lent \(loan.id) \(loan.fence)")
    } catch LendingError.nothingInStock {
      _ = try await lending.join(title, reader: reader, at: Date().timeIntervalSince1970)
    }
  }
}
