import StagecraftMemory
import StagecraftPools
import StagecraftTestKit
import TestSupport

/// A monitor that acts on every report, and what presses on it.
struct PressureRig {
  let trigger = PressureTrigger()
  let pressure: PressureMonitor

  init() {
    var policy = PressurePolicy()
    policy.holdOff = .zero
    policy.criticalHoldOff = .zero
    pressure = PressureMonitor(sources: .only(trigger), policy: policy, clock: ManualClock())
  }

  /// What a pass gave back, one responder after another.
  func press(_ level: PressureLevel, target: Int? = nil) async -> [ReliefReport.Entry] {
    await trigger.press(level, target: target)?.entries ?? []
  }
}

/// Which books ended, in their order, and why.
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
