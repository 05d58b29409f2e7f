import TestSupport
import Testing

@testable import StagecraftScreens

/// Interrupted coding leaks nothing; checked by the address sanitizer.
@Suite(.timeLimit(.minutes(3)))
struct StateCodingLifetimeTests {
  struct Refusal: Error {}

  /// A value that contains an object, and throws after some other values have been coded.
  struct Holder: Codable {
    var object: Tracked?
    var isRefusing = false

    init(_ object: Tracked, isRefusing: Bool) {
      self.object = object
      self.isRefusing = isRefusing
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: StateTestKey.self)
      let inner = try container.nestedContainer(
        keyedBy: StateTestKey.self, forKey: .a)
      if try inner.decode(Bool.self, forKey: .b) { throw Refusal() }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: StateTestKey.self)
      var inner = container.nestedContainer(
        keyedBy: StateTestKey.self, forKey: .a)
      try inner.encode(isRefusing, forKey: .b)
      _ = container.superEncoder()
      if isRefusing, encoder.codingPath.count > 0 { throw Refusal() }
    }
  }

  @Test(arguments: [false, true])
  func interruptedEncodingLeaksNothing(isRefusing: Bool) throws {
    try withLifetimeTracking { tracker in
      let holders = (0..<10).map { Holder(tracker.make(), isRefusing: isRefusing && $0 == 7) }
      if isRefusing {
        #expect(throws: Refusal.self) { try StateEncoder.document(holders) }
        let bytes = try StateEncoder.document(holders[7])
        #expect(throws: Refusal.self) { try StateDecoder.value(Holder.self, in: bytes) }
      } else {
        let bytes = try StateEncoder.document(holders)
        #expect(try StateDecoder.value([Holder].self, in: bytes).count == 10)
      }
    }
  }

  @Test
  func damagedBytesLeakNothing() throws {
    let bytes = try StateEncoder.document(Order.sample(4))
    for count in 0..<bytes.count {
      #expect(throws: (any Error).self) {
        try StateDecoder.value(Order.self, in: Array(bytes[..<count]))
      }
    }
  }
}
