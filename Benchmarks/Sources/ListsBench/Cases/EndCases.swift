internal import Foundation
internal import Harness
internal import StagecraftLists
internal import Synchronization

extension Case {
  /// The last snapshot of a large list is released on the main actor.
  static var ends: [Case] {
    [
      Case(
        "free-snapshot-1m",
        "a million orders (class) are freed on the main actor: processor time there",
        textbook: "array"
      ) {
        let orders = OrderCard.orders(0..<1_000_000)
        return [
          .observed("stagecraft", events: 1) { events in
            try (0..<events).map { _ in try letGo { LiveList(orders).snapshot() } }
          },
          .observed("array", events: 1) { events in
            try (0..<events).map { _ in try letGo { orders.map(\.self) } }
          },
        ]
      }
    ]
  }

  /// Creates a value, and releases it on the main actor.
  ///
  /// - Returns: The nanoseconds of processor time that the release took there.
  private static func letGo(of make: () -> some Sendable) throws -> Int64 {
    let holder = Holder(make())
    return try waitForTask {
      await MainActor.run {
        let start = MainWatch.processorTime
        holder.letGo()
        return MainWatch.processorTime - start
      }
    }
  }
}

/// Holds the last reference to a value.
private final class Holder<Held: Sendable>: Sendable {
  private let held: Mutex<Held?>

  init(_ held: consuming Held) {
    self.held = Mutex(held)
  }

  func letGo() {
    held.withLock { $0 = nil }
  }
}
