import TestSupport
import Testing

@testable import StagecraftScreens

/// Arbitrary bytes: reading them always ends, with a value or an error.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct StateCodingFuzzTests {
  /// All reads that are tried on each document.
  func readAll(_ bytes: [UInt8]) {
    _ = try? StateDecoder.value([Order].self, in: bytes)
    _ = try? StateDecoder.value(Numbers.self, in: bytes)
    _ = try? StateDecoder.value(Chain.self, in: bytes)
    _ = try? StateDecoder.value([Recording].self, in: bytes)
    _ = try? StateDecoder.value([String: [UInt8]].self, in: bytes)
    _ = try? StateDecoder.value(Set<Int>.self, in: bytes)
    _ = try? StateDecoder.value([[Double?]].self, in: bytes)
    _ = try? StateDecoder.value(String.self, in: bytes)
    _ = try? ScreenArchive(encoded: bytes)
  }

  func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      guard !bytes.isEmpty else { return }
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let byte = UInt8.random(in: 0...255, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes[place] = byte
      case 1: bytes[place] ^= 1 << (byte & 7)
      case 2: bytes.insert(byte, at: place)
      case 3: bytes.remove(at: place)
      case 4: bytes.removeSubrange(place...)
      case 5:
        // A length or a tag that is likely to cause errors.
        let evil: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x7F, StateTag.list, StateTag.record, 0x80]
        bytes[place] = evil.randomElement(using: &generator) ?? 0
      default:
        let end = min(bytes.count, place + Int(byte))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
  }

  @Test
  func changedBytes() throws {
    var orders = (0..<6).map(Order.sample)
    orders[1].place = .sentOn(to: .branch(name: "North", open: true))
    orders[2].ratings = Dictionary(uniqueKeysWithValues: (0..<20).map { ("reader \($0)", $0) })
    let seeds: [[UInt8]] = [
      try StateEncoder.document(orders), try StateEncoder.document(Numbers()),
      try StateEncoder.document(Chain(length: 30)),
      try StateEncoder.document([Recording(title: "Momo", minutes: 3)]),
      try StateEncoder.document(["a": [1, 2, 3] as [UInt8], "b": []]),
      try StateEncoder.document([[1.5, nil], []]),
      try ScreenArchive(roots: [
        ScreenNode(
          name: "window", container: .init(kind: .window, current: 0),
          children: [
            ScreenNode(name: "book", state: ScreenArchive.Values(values: ["text": [0, 1]]))
          ])
      ]).encoded(),
    ]
    try withEverySeed(in: 0..<40) { generator in
      for seed in seeds {
        for _ in 0..<50 {
          var bytes = seed
          mutate(&bytes, using: &generator)
          readAll(bytes)
        }
      }
    }
  }

  @Test
  func randomBytes() throws {
    try withEverySeed(in: 0..<300) { generator in
      for _ in 0..<10 {
        let count = Int.random(in: 0..<60, using: &generator)
        readAll((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      }
    }
  }

  @Test
  func truncatedDocuments() throws {
    let bytes = try StateEncoder.document((0..<3).map(Order.sample))
    for count in 0..<bytes.count {
      #expect(throws: (any Error).self) {
        try StateDecoder.value([Order].self, in: Array(bytes[..<count]))
      }
    }
  }

  @Test
  func lengthsThatAreTooLong() {
    let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
    for tag in [StateTag.list, StateTag.record, StateTag.text, StateTag.bytes] {
      readAll([0, tag] + huge)
      readAll([0, tag] + huge + [0, 0, 0])
    }
    // A large number of names.
    readAll(huge + [StateTag.list, 0])
    readAll([200, 1] + [UInt8](repeating: 0, count: 300))
    // Deeply nested lists.
    var deep: [UInt8] = []
    for _ in 0..<5000 {
      var outer: [UInt8] = [StateTag.list]
      outer.appendNumber(UInt64(deep.count))
      deep = outer + deep
    }
    readAll([0] + deep)
    indirect enum Lists: Decodable {
      case list([Lists])
      init(from decoder: any Decoder) throws {
        self = .list(try decoder.singleValueContainer().decode([Lists].self))
      }
    }
    #expect(throws: StateDamage.self) { try StateDecoder.value(Lists.self, in: [0] + deep) }
  }

  /// Every value that is written can be read back.
  @Test
  func randomValues() throws {
    try withEverySeed(in: 0..<200) { generator in
      var orders: [Order] = []
      for number in 0..<Int.random(in: 0..<20, using: &generator) {
        var order = Order.sample(number)
        order.id = Int(truncatingIfNeeded: generator.next()) >> Int(generator.next() & 63)
        order.price = Double(bitPattern: generator.next())
        if order.price.isNaN { order.price = 0 }
        order.title = String(repeating: "ü", count: Int.random(in: 0..<80, using: &generator))
        order.notes = (0..<Int.random(in: 0..<50, using: &generator)).map { "\($0)" }
        for name in 0..<Int.random(in: 0..<40, using: &generator) {
          order.ratings["\(name)"] = Int(truncatingIfNeeded: generator.next())
        }
        if generator.oneIn(2) { order.place = .branch(name: order.title, open: nil) }
        orders.append(order)
      }
      let bytes = try StateEncoder.document(orders)
      #expect(try StateDecoder.value([Order].self, in: bytes) == orders, "\(Labels.text)")
    }
  }
}
