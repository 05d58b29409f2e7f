internal import Harness
internal import StagecraftMemory

extension Case {
  /// The estimate, and the memory that the system really regained, with and without a heap trim.
  static var reliefs: [Case] {
    let programs: [(String, String, [Holding.Kind])] = [
      ("large", "buffers of 2 MB", [.large]),
      ("small", "blocks of 256 bytes", [.small]),
      ("sparse", "blocks of 256 bytes, one in 100 still needed", [.sparse]),
      ("shattered", "blocks of 256 bytes, one in 16 still needed", [.shattered]),
      ("program", "a program with the first three of these", [.large, .small, .sparse]),
    ]
    return programs.map { name, about, kinds in
      Case(
        "relief-\(name)", "resident memory returned to the system (1: none): \(about)",
        textbook: "estimated",
        unit: "bytes"
      ) {
        let trimmed = try Relief.median(of: kinds, trims: true)
        let untrimmed = try Relief.median(of: kinds, trims: false)
        return [
          .found("estimated", Double(trimmed.estimated)),
          .found("reported", Double(trimmed.released)),
          .found("stagecraft", Double(max(trimmed.measured ?? 0, 1))),
          .found("stagecraft-untrimmed", Double(max(untrimmed.measured ?? 0, 1))),
        ]
      }
    } + [
      Case("relief-trim", "the time of the heap trim") {
        try programs.map { name, _, kinds in
          .known(
            "stagecraft-\(name)",
            nanoseconds: try Relief.median(of: kinds, trims: true).heapTrim?.nanoseconds ?? 1)
        }
      }
    ]
  }

  /// The same with blocks allocated by eight other threads, and the cost of returning them to the
  /// system: with default glibc, and with `PressurePolicy.returnsFreedMemory`.
  static var threadReliefs: [Case] {
    let reliefs = [("64", 64), ("400", 400), ("16k", 16 << 10), ("512k", 512 << 10)].map { size in
      Case(
        "relief-threads-\(size.0)",
        "resident memory returned to the system (1: none): \(size.1)-byte blocks of 8 threads",
        textbook: "released", unit: "bytes"
      ) {
        let question = "relief \(size.1)"
        return [
          .found("released", Double(HeapChild.threads * HeapChild.bytesPerThread)),
          .found("stagecraft", try HeapChild.ask(question, returning: false)),
          .found("stagecraft-returning", try HeapChild.ask(question, returning: true)),
        ]
      }
    }
    let shapes = [
      ("64", 64, 1), ("16k", 16 << 10, 1), ("512k", 512 << 10, 1), ("2m", 2 << 20, 1),
      ("64-of-256", 64, 256), ("16k-of-256", 16 << 10, 256), ("512k-of-256", 512 << 10, 256),
    ]
    let costs = shapes.map { name, size, count in
      Case(
        "malloc-\(name)",
        "allocating a block of \(size) bytes, touching its pages, freeing it; \(count) at a time",
        textbook: "as-it-is"
      ) {
        let question = "blocks \(size) \(count)"
        return [
          .known("as-it-is", nanoseconds: try HeapChild.ask(question, returning: false)),
          .known("returning", nanoseconds: try HeapChild.ask(question, returning: true)),
        ]
      }
    }
    return reliefs + costs
  }
}

/// Passes over a program that holds memory.
private enum Relief {
  /// - Returns: The median of three passes, each over a new program.
  static func median(of kinds: [Holding.Kind], trims: Bool) throws -> ReliefReport {
    let reports = try (0..<3).map { _ in
      try waitForTask { await play(kinds, trims: trims) }
    }
    return reports.sorted { $0.measured ?? 0 < $1.measured ?? 0 }[1]
  }

  private static func play(_ kinds: [Holding.Kind], trims: Bool) async -> ReliefReport {
    // Memory that earlier passes left in the heap would count for this one.
    await PressureMonitor.making(trims: true) { pressure in
      let registration = pressure.register("nothing", cost: .free) { _ in 1 }
      await pressure.relieve(.critical)
      registration.end()
    }
    return await PressureMonitor.making(trims: trims) { pressure in
      let registrations = kinds.map { kind in
        let holding = Holding(kind)
        return pressure.register(
          kind.name, cost: .readFromDisk, estimate: { holding.bytes },
          release: { _ in holding.release() })
      }
      let report = await pressure.relieve(.critical)
      for registration in registrations { registration.end() }
      return report
    }
  }
}

extension PressureMonitor {
  /// A monitor without sources.
  fileprivate static func making<Output>(
    trims: Bool, _ body: (PressureMonitor) async -> Output
  ) async -> Output {
    var policy = PressurePolicy()
    policy.heapTrimInterval = trims ? .zero : nil
    return await body(PressureMonitor(sources: .none, policy: policy))
  }
}

extension Duration {
  fileprivate var nanoseconds: Double { self / .nanoseconds(1) }
}
