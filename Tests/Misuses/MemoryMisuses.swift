import Stagecraft

let memoryMisuses: [Misuse] = [
  Misuse(
    "a budget of nothing", says: "A PressureBudget of 0 bytes: it needs more than none."
  ) {
    _ = PressureBudget(bytes: 0)
  },
  Misuse(
    "a cache with a limit below zero",
    says: "Cache “covers”: a limit of -1 bytes and 5 values; neither may be less than 0."
  ) {
    _ = PurgeableCache<Int, String>("covers", limit: -1, maximumCount: 5, under: nil) { _ in 1 }
  },
  Misuse(
    "a cache whose value has a size below zero",
    says: "Cache “covers”: `size` says that a value holds -3 bytes; no less than 0 can be."
  ) {
    let covers = PurgeableCache<Int, String>("covers", limit: 10, under: nil) { _ in -3 }
    covers[1] = "a cover"
  },
  Misuse(
    "a cache asked for the value that it is making",
    says: "Cache “covers”: the value for 7 cannot be made by asking the cache for the same value."
  ) {
    let covers = PurgeableCache<Int, String>("covers", limit: 10, under: nil) { _ in 1 }
    _ = try? covers.value(for: 7) { try covers.value(for: 7) { "a cover" } }
  },
  Misuse(
    "a value made by asking for itself",
    says: "Value “index” cannot be made by asking for the same value."
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
    says: "Value “index”: `size` says that it holds -8 bytes; no less than 0 can be."
  ) {
    let index = PurgeableValue<Int>(
      "index", cost: .computed, under: nil, size: { _ in -8 }, make: { 1 })
    _ = try? index.value()
  },
]

/// Lets a value be asked for while it is made.
private final class ValueHolder: @unchecked Sendable {  // guard: one thread uses it
  var index: PurgeableValue<Int>?
}
