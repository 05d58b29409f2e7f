import StagecraftMemory
import StagecraftPools
import StagecraftTestKit
import TestSupport

/// A monitor that acts on every report, and the source of its pressure.
struct PressureRig {
  let trigger = PressureTrigger()
  let pressure: PressureMonitor

  init() {
    var policy = PressurePolicy()
    policy.holdOff = .zero
    policy.criticalHoldOff = .zero
    pressure = PressureMonitor(sources: .only(trigger), policy: policy, clock: ManualClock())
  }

  /// The bytes released by a pass, one responder after another.
  func press(_ level: PressureLevel, target: Int? = nil) async -> [ReliefReport.Entry] {
    await trigger.press(level, target: target)?.entries ?? []
  }
}

/// The destroyed books, in order, with the reasons.
struct Endings: Sendable {
  let books = Locked<[Int]>([])
  let reasons = Locked<Set<PoolDiscardReason>>([])

  var hooks: PoolHooks<Book> {
    var hooks = PoolHooks<Book>()
    hooks.destroy = { book, reason in
      books.update { $0.append(book.copy) }
      reasons.update { _ = $0.insert(reason) }
    }
    return hooks
  }
}

extension ReliefReport.Outcome {
  var hasEnded: Bool {
    if case .ended = self { true } else { false }
  }
}
