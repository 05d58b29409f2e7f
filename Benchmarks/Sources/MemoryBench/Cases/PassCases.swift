internal import Harness
internal import StagecraftMemory

extension Case {
  /// One pass over responders without memory to release, at a level at which all are asked.
  static var passes: [Case] {
    [("10", 10), ("1000", 1_000), ("100k", 100_000)].map { name, count in
      Case("pass-\(name)", "a pass over \(count) responders that do nothing; for the whole pass") {
        [
          .passing("stagecraft", Responders(count, withEstimates: false)),
          .passing("stagecraft-estimates", Responders(count, withEstimates: true)),
          .inTask("floor") { passes in
            let bodies = Responders.bodies(count)
            let request = ReleaseRequest(level: .critical)
            for _ in 0..<passes {
              var released = 0
              for body in bodies { released += try await body(request) }
              Sink.keep(released)
            }
          },
        ]
      }
    }
  }
}

extension Subject {
  fileprivate static func passing(_ name: String, _ responders: Responders) -> Subject {
    .inTask(name) { passes in
      for _ in 0..<passes { try await responders.pass() }
    }
  }
}

/// A monitor with many responders, none with memory to release.
private final class Responders: Sendable {
  typealias Body = @Sendable (ReleaseRequest) async throws -> Int

  private let monitor: PressureMonitor
  private let registrations: [PressureRegistration]

  init(_ count: Int, withEstimates: Bool) {
    var policy = PressurePolicy()
    policy.heapTrimInterval = nil
    let monitor = PressureMonitor(sources: .none, policy: policy)
    let costs: [RebuildCost] = [.free, .computed, .readFromDisk, .fetched, .noticed]
    registrations = Self.bodies(count).enumerated().map { number, body in
      let estimate: @Sendable () async -> Int = { number & 1_023 }
      return monitor.register(
        "shelf", cost: costs[number % costs.count],
        estimate: withEstimates ? estimate : nil, release: body)
    }
    self.monitor = monitor
  }

  static func bodies(_ count: Int) -> [Body] {
    (0..<count).map { number in { request in request.level == .critical ? 0 : number } }
  }

  func pass() async throws {
    let report = await monitor.relieve(.critical)
    guard report.entries.count == registrations.count else { throw UnaskedResponders() }
  }
}

/// A pass did not ask all responders.
private struct UnaskedResponders: Error {}
