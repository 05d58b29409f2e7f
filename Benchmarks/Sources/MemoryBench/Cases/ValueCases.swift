internal import Harness
internal import StagecraftCaches
internal import StagecraftMemory
internal import Synchronization

extension Case {
  /// One value, which is present.
  static var values: [Case] {
    [
      Case("value-read-1t", "reading a value that is present") {
        let value = PurgeableValue(
          "cover", cost: .computed, under: nil, size: { $0.bytes }, make: { Cover(1) })
        let mutex = LockedCover()
        return [
          .onThread("stagecraft") { times in
            var sum = 0
            for _ in 0..<times { sum &+= try value.value().bytes }
            Sink.keep(sum)
          },
          .onThread("stagecraft-scope") { times in
            var sum = 0
            for _ in 0..<times { sum &+= try value.withValue { $0.bytes } }
            Sink.keep(sum)
          },
          .onThread("mutex") { times in
            var sum = 0
            for _ in 0..<times { sum &+= mutex.value().bytes }
            Sink.keep(sum)
          },
        ]
      }
    ]
  }
}

/// A typical hand-written equivalent.
private final class LockedCover: Sendable {
  private let cover = Mutex<Cover?>(nil)

  func value() -> Cover {
    cover.withLock { cover in
      if let cover { return cover }
      let made = Cover(1)
      cover = made
      return made
    }
  }
}
