internal import Foundation
internal import Stagecraft

/// A program that caches and pools as it works: what the memory scene starts as a child process.
///
/// It says on its standard output how it fares; see ``GuestLine``. It ends when its standard input
/// does, so that it does not outlive whoever started it.
package struct LibraryGuest: Sendable {
  private let order: GuestOrder

  package init(_ order: GuestOrder) { self.order = order }

  /// Works until the order is carried out.
  ///
  /// - Returns: the exit code.
  package func run() async -> Int32 {
    endWithInput()
    let output = GuestOutput()
    let simulation = order.simulatedLimit.map(SimulatedPressure.init(limit:))
    var monitor = order.attitude == .heeding ? makeMonitor(simulation) : nil
    let holdings = Holdings(under: monitor)
    output.say(
      .began(
        GuestBeginning(
          process: ProcessInfo.processInfo.processIdentifier,
          sources: monitor?.sources.map { "\($0)" } ?? [],
          isWatching: monitor?.sources.contains { $0.isWatching } ?? false,
          resident: GuestOutput.resident)))
    let reports = monitor?.reports
    let reading = Task { await tell(reports, of: holdings, on: output) }
    let day = LibraryDay(
      order: order, holdings: holdings, output: output, simulation: simulation)
    let tally = await Task.onThread { day.work() }.value
    // Its end is the end of the reports.
    monitor = nil
    let (passes, released) = await reading.value
    let areNotesIntact = holdings.notes.isIntact
    output.say(
      .ended(
        GuestSummary(
          made: tally.made, milliseconds: Int(tally.elapsed.milliseconds), passes: passes,
          released: released, peak: tally.peak, checks: tally.checks,
          isShelfIntact: tally.isShelfIntact, notes: holdings.notes.count,
          areNotesIntact: areNotesIntact)))
    return tally.isShelfIntact && areNotesIntact ? 0 : 1
  }

  private func makeMonitor(_ simulation: SimulatedPressure?) -> PressureMonitor {
    // It lets go of much at a time and fills up again within seconds: what the heap holds back in
    // the meantime is asked for each time, so that the relief is seen where it is counted.
    var policy = PressurePolicy()
    policy.heapTrimInterval = .seconds(1)
    guard let simulation else { return PressureMonitor(policy: policy) }
    return PressureMonitor(sources: .only(simulation), policy: policy)
  }

  /// Says what each pass was good for.
  private func tell(
    _ reports: AsyncStream<ReliefReport>?, of holdings: Holdings, on output: GuestOutput
  ) async -> (passes: Int, released: Int) {
    var (passes, released) = (0, 0)
    guard let reports else { return (0, 0) }
    for await report in reports {
      passes += 1
      released += report.released
      output.say(.wave(GuestWave(report, kept: holdings.held, at: output.elapsed)))
    }
    return (passes, released)
  }

  private func endWithInput() {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 0 || (count < 0 && errno != EINTR) { _exit(3) }
      }
    }
  }
}
