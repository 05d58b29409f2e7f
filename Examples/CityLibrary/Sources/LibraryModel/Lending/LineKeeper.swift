import Stagecraft
import Synchronization

/// Serves the lines of all titles, as every desk does: the others go on when one ends.
final class LineKeeper: Sendable {
  private let lending: Lending
  private let report: @Sendable (any Error) -> Void
  private let waits = Mutex<[Hold.ID: Task<Void, Never>]>([:])
  private let followers = Mutex<[Task<Void, Never>]>([])

  init(_ lending: Lending, report: @escaping @Sendable (any Error) -> Void) {
    self.lending = lending
    self.report = report
    let tasks = [
      Task { [weak self] in
        for await transition in lending.holds.list.transitions(initial: true) {
          self?.follow(transition.new)
        }
      },
      // A desk may have ended after a return, before the copy was in service again.
      Task {
        for await transition in lending.loans.list.transitions(initial: false) {
          for loan in transition.removed {
            await Self.attempt(report) { try await lending.release(loan.id) }
          }
        }
      },
    ]
    followers.withLock { $0 = tasks }
  }

  deinit { stop() }

  func stop() {
    for task in followers.withLock({ $0 }) { task.cancel() }
    for wait in waits.withLock({ $0.values }) { wait.cancel() }
  }

  private func follow(_ holds: ListSnapshot<Hold>) {
    waits.withLock { waits in
      for (id, wait) in waits where !holds.contains(id: id) {
        wait.cancel()
        waits[id] = nil
      }
      for hold in holds where waits[hold.id] == nil {
        waits[hold.id] = Task { [lending, report] in
          // After an error once more: the end of the hold cancels this task.
          while !Task.isCancelled, lending.holds.list.snapshot().contains(id: hold.id) {
            await Self.attempt(report) { try await lending.serve(hold) }
            try? await Task.sleep(for: .seconds(10))
          }
        }
      }
    }
  }

  private static func attempt(
    _ report: (any Error) -> Void, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
    } catch is CancellationError {
    } catch {
      report(error)
    }
  }
}
