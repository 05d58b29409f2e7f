import Stagecraft

let memoryMisuses: [Misuse] = [
  Misuse(
    "a budget of nothing", says: "A PressureBudget of 0 bytes: it must be greater than 0."
  ) {
    _ = PressureBudget(bytes: 0)
  },
  Misuse(
    "a policy with a negative pause",
    says: "PressurePolicy.criticalHoldOff is -1.0 seconds; it must not be negative."
  ) {
    var policy = PressurePolicy()
    policy.criticalHoldOff = .seconds(-1)
    _ = PressureMonitor(sources: .none, policy: policy)
  },
  Misuse(
    "a policy that gives responders no time",
    says: "PressurePolicy.responderBudget is 0.0 seconds; it must be more than zero."
  ) {
    var policy = PressurePolicy()
    policy.responderBudget = .zero
    _ = PressureMonitor(sources: .none, policy: policy)
  },
  Misuse(
    "a policy with a share that is not a number",
    says: "PressurePolicy.highShare is nan; it must be from 0 to 1."
  ) {
    var policy = PressurePolicy()
    policy.highShare = .nan
    _ = PressureMonitor(sources: .none, policy: policy)
  },
  Misuse(
    "a cache with a limit below zero",
    says: "Cache “covers”: a limit of -1 bytes and 5 values; neither may be negative."
  ) {
    _ = PurgeableCache<Int, String>("covers", limit: -1, maximumCount: 5, under: nil) { _ in 1 }
  },
  Misuse(
    "a cache whose value has a size below zero",
    says: "Cache “covers”: `size` returned -3 bytes; it must not be negative."
  ) {
    let covers = PurgeableCache<Int, String>("covers", limit: 10, under: nil) { _ in -3 }
    covers[1] = "a cover"
  },
  Misuse(
    "a cache asked for a value that is being created",
    says: "Cache “covers”: `make` for the key 7 must not request the same key."
  ) {
    let covers = PurgeableCache<Int, String>("covers", limit: 10, under: nil) { _ in 1 }
    _ = try? covers.value(for: 7) { try covers.value(for: 7) { "a cover" } }
  },
  Misuse(
    "a value that requests itself",
    says: "Value “index”: `make` must not request the same value."
  ) {
    let holder = ValueHolder()
    let index = PurgeableValue<Int>(
      "index", cost: .computed, under: nil, size: { _ in 8 },
      make: { try holder.index?.value() ?? 0 })
    holder.index = index
    _ = try? index.value()
  },
  Misuse(
    "a value whose size is below zero",
    says: "Value “index”: `size` returned -8 bytes; it must not be negative."
  ) {
    let index = PurgeableValue<Int>(
      "index", cost: .computed, under: nil, size: { _ in -8 }, make: { 1 })
    _ = try? index.value()
  },
]

/// Allows a value to be requested while it is created.
private final class ValueHolder: @unchecked Sendable {  // guard: one thread uses it
  var index: PurgeableValue<Int>?
}
