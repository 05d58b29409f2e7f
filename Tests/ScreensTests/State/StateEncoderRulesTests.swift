import Testing

@testable import StagecraftScreens

/// The operations that a value may perform while it encodes itself.
@Suite(.timeLimit(.minutes(3)))
struct StateEncoderRulesTests {
  typealias Key = StateTestKey

  /// Containers that are open at the same time, and written in turns.
  struct Interleaved: Codable, Equatable {
    var values = [1, 2, 3, 4]

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let a = try container.nestedContainer(keyedBy: Key.self, forKey: .a)
      var b = try container.nestedUnkeyedContainer(forKey: .b)
      values = [
        try b.decode(Int.self), try a.decode(Int.self, forKey: .c), try b.decode(Int.self),
        try container.decode(Int.self, forKey: .d),
      ]
      var list = try b.nestedUnkeyedContainer()
      #expect(try list.decode(String.self) == "deep")
      #expect(list.isAtEnd && b.isAtEnd && b.currentIndex == 3)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var a = container.nestedContainer(keyedBy: Key.self, forKey: .a)
      var b = container.nestedUnkeyedContainer(forKey: .b)
      try b.encode(values[0])
      try a.encode(values[1], forKey: .c)
      try b.encode(values[2])
      try container.encode(values[3], forKey: .d)
      var list = b.nestedUnkeyedContainer()
      try list.encode("deep")
    }
  }

  @Test
  func containersMayBeWrittenAlternately() throws {
    let bytes = try StateEncoder.document([Interleaved(), Interleaved()])
    #expect(
      try StateDecoder.value([Interleaved].self, in: bytes) == [Interleaved(), Interleaved()])
  }

  struct Failing: Codable {
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      var inner = container.nestedUnkeyedContainer(forKey: .b)
      try inner.encode(2)
      throw Refusal()
    }
  }

  /// A field that throws, and is skipped.
  struct Lenient: Codable, Equatable {
    var number = 5

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      #expect(container.allKeys == [.b, .c])
      #expect(try container.decode([Int].self, forKey: .b) == [7])
      number = try container.decode(Int.self, forKey: .c)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      #expect(throws: Failing.Refusal.self) { try container.encode(Failing(), forKey: .a) }
      var list = container.nestedUnkeyedContainer(forKey: .b)
      #expect(throws: Failing.Refusal.self) { try list.encode(Failing()) }
      try list.encode(7)
      #expect(list.count == 1)
      try container.encode(number, forKey: .c)
    }
  }

  @Test
  func aFieldThatThrowsIsOmitted() throws {
    let bytes = try StateEncoder.document([Lenient(), Lenient()])
    #expect(try StateDecoder.value([Lenient].self, in: bytes) == [Lenient(), Lenient()])
  }

  struct Nothing: Codable, Equatable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }

  @Test
  func aValueMayWriteNothing() throws {
    let bytes = try StateEncoder.document([Nothing(), Nothing()])
    #expect(try StateDecoder.value([Nothing].self, in: bytes).count == 2)
    #expect(try StateDecoder.value(Nothing.self, in: StateEncoder.document(Nothing())) == Nothing())
  }

  struct Twice: Codable, Equatable {
    var number = 2
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      number = try container.decode(Int.self, forKey: .a)
      #expect(try container.decode(String.self, forKey: .b) == "b")
      #expect(try container.decode(Int.self, forKey: .a) == number)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try container.encode("b", forKey: .b)
      var same = encoder.container(keyedBy: Key.self)
      try same.encode(number, forKey: .a)
    }
  }

  @Test
  func theLastWriteOfAFieldCounts() throws {
    let bytes = try StateEncoder.document(Twice())
    #expect(try StateDecoder.value(Twice.self, in: bytes) == Twice())
  }

  struct TwoKinds: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      var list = encoder.unkeyedContainer()
      try list.encode(1)
    }
  }

  struct TwoValues: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encode(2)
    }
  }

  @Test
  func aValueOfTwoKindsIsRefused() {
    #expect(throws: EncodingError.self) { try StateEncoder.document([TwoKinds()]) }
    #expect(throws: EncodingError.self) { try StateEncoder.document(TwoValues()) }
  }

  @Test
  func codingPathsNameThePosition() throws {
    struct Probe: Codable {
      init() {}
      init(from decoder: any Decoder) throws {
        #expect(decoder.codingPath.map(\.stringValue) == ["a", "1"])
        let container = try decoder.container(keyedBy: Key.self)
        #expect(container.codingPath.count == 2)
        #expect(try container.superDecoder(forKey: .b).codingPath.count == 3)
      }
      func encode(to encoder: any Encoder) throws {
        #expect(encoder.codingPath.map(\.stringValue) == ["a", "1"])
        var container = encoder.container(keyedBy: Key.self)
        #expect(container.superEncoder(forKey: .b).codingPath.count == 3)
      }
    }
    struct Probes: Codable {
      var a: [Either]
    }
    enum Either: Codable {
      case number(Int)
      case probe(Probe)
      init(from decoder: any Decoder) throws {
        if decoder.codingPath.last?.intValue == 0 {
          self = .number(try decoder.singleValueContainer().decode(Int.self))
        } else {
          self = .probe(try Probe(from: decoder))
        }
      }
      func encode(to encoder: any Encoder) throws {
        switch self {
        case .number(let number):
          var container = encoder.singleValueContainer()
          try container.encode(number)
        case .probe(let probe): try probe.encode(to: encoder)
        }
      }
    }
    let bytes = try StateEncoder.document(Probes(a: [.number(1), .probe(Probe())]))
    #expect(try StateDecoder.value(Probes.self, in: bytes).a.count == 2)
  }
}
