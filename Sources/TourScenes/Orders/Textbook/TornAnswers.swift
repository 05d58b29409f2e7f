internal import StagecraftTestKit

/// One order in which three threads may come to the array, step by step.
///
/// It is played on one thread, so that it goes the same way each time.
@MainActor
struct TornAnswers {
  struct Report: Sendable {
    /// What happened, in order.
    var steps: [String] = []
    /// How often the table asked for a row that was gone.
    var missing = 0
    /// How many batches the table was asked for.
    var batches = 0
    /// What a real table would not have forgiven.
    var violations: [FakeTableViolation] = []

    /// In how many batches the rows did not add up.
    var miscounts: Int { violations.count { $0.rule == .countsAgree } }
  }

  /// - Returns: what was seen.
  func run() -> Report {
    var report = Report()
    var slips = OrderSlips(seed: 3)
    let orders = LockedOrders(slips.next(5))
    let screen = LiveArrayScreen(of: orders)

    // The table asks two questions, and a thread comes in between.
    let gone = orders[2]
    screen.afterCount = { count in
      screen.afterCount = nil
      report.steps.append("The table asks how many rows there are. The array says \(count).")
      _ = orders.edit { $0.remove(at: 2) }
      report.steps.append("Ben's thread takes row 2 away (\(gone?.title ?? "nothing")).")
    }
    screen.table.reloadData()
    report.steps.append(
      "The table asks for row 4. The array has \(orders.count) rows: an index out of range.")

    // The table is told of one edit, and two were made.
    screen.table.reloadData()
    _ = orders.edit { $0.remove(at: 0) }
    report.steps.append("Cleo's thread takes row 0 away; the main thread is to hear of it.")
    orders.edit { $0.append(slips.next()) }
    report.steps.append("Dan's thread adds an order; the main thread is to hear of that later.")
    screen.apply(.removed(0))
    report.steps.append("The main thread hears of the first: deleteRows(at: [0]).")
    report.missing = screen.missing
    report.batches = screen.table.batchCount
    report.violations = screen.table.violations
    return report
  }
}
