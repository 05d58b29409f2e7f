internal import StageFloor
internal import Synchronization

extension PoolCore {
  /// The record of a loan, to be formatted without the lock.
  struct LoanNote {
    var mark: LoanMark
    var label: String?
    /// The time at which it began, or 0 if not recorded.
    var since: Int64

    func loan(at now: Int64) -> PoolLoan {
      PoolLoan(
        site: mark.site, label: label, age: since == 0 ? nil : .nanoseconds(max(0, now - since)))
    }
  }

  /// The current loans.
  final var loans: [PoolLoan] {
    let notes = decide(.calm) { desk, _, _ in loanNotes(desk) }
    let now = timekeeper.now
    return notes.map { $0.loan(at: now) }
  }

  /// The records of all loans; with the lock held.
  final func loanNotes(_ desk: Desk) -> [LoanNote] {
    var notes: [LoanNote] = []
    for index in 0..<desk.machine.slots.count where desk.machine.slots[index].phase == .out {
      let slot = table[index]
      // For the machine, an element that is idle on the fast path is on loan.
      guard slot.state != SlotState.idle else { continue }
      let label = desk.labels[index]
      let noted = index < desk.loans.count ? desk.loans[index].since : 0
      notes.append(
        LoanNote(mark: slot.mark, label: label?.text, since: label?.since ?? noted))
    }
    return notes
  }
}
