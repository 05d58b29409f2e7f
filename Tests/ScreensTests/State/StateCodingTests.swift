import Testing

@testable import StagecraftScreens

@Suite(.timeLimit(.minutes(3)))
struct StateCodingTests {
  func back<Value: Codable>(_ value: Value) throws -> Value {
    try StateDecoder.value(Value.self, in: StateEncoder.document(value))
  }

  func expectSame<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try back(value) == value, sourceLocation: sourceLocation)
  }

  @Test
  func singleValues() throws {
    try expectSame(true)
    try expectSame("")
    try expectSame("Straße 🏛")
    try expectSame(String(repeating: "x", count: 63))
    try expectSame(String(repeating: "x", count: 64))
    try expectSame(String(repeating: "é", count: 5000))
    try expectSame("text".utf8.map { $0 })
    try expectSame(Int?.none)
    try expectSame(Int?.some(4))
    try expectSame(Order.Urgency.high)
    try expectSame(1..<5)
    try expectSame(Duration.seconds(3))
  }

  @Test
  func wholeNumbersOfEachWidth() throws { try expectSame(Numbers()) }

  @Test
  func floatingPointNumbersKeepEachBit() throws {
    let doubles: [Double] = [
      0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi,
      .nan, Double(bitPattern: 0x7FF0_0000_0000_0001), Double(nan: 77, signaling: false),
    ]
    #expect(try back(doubles).map(\.bitPattern) == doubles.map(\.bitPattern))
    for double in doubles { #expect(try back(double).bitPattern == double.bitPattern) }
    let floats: [Float] = [
      0, -0.0, .infinity, .leastNonzeroMagnitude, Float(nan: 5, signaling: false),
    ]
    #expect(try back(floats).map(\.bitPattern) == floats.map(\.bitPattern))
  }

  @Test
  func optionalsInOptionals() throws {
    // Only one of several levels is kept, as in every coder.
    try expectSame([Int?.none, 1, nil])
    try expectSame([String?.none, "a"])
    try expectSame([[Int]?.none, [1]])
  }

  @Test
  func collections() throws {
    try expectSame([1, -2, 300])
    try expectSame(["a", ""])
    try expectSame([0.5])
    try expectSame([true, false])
    try expectSame([[1], [], [2, 3]])
    try expectSame(Set(0..<200))
    try expectSame(["a": [1], "b": []])
    try expectSame([1: "a", -2: "b"])
    try expectSame([Order.Urgency.low: 1])
    try expectSame([Order.Place.desk: "a", .shelf(row: 1, 2): "b"])
    try expectSame(["x", "y"] as ContiguousArray)
    try expectSame([UInt8]())
    try expectSame([UInt8](0...255))
    try expectSame([[UInt8]](repeating: [1, 2], count: 3))
    try expectSame([1, 2, 200] as ContiguousArray<UInt8>)
    try expectSame(Array("abc".unicodeScalars.map(\.value)))
  }

  @Test
  func nestedStructures() throws {
    var orders = (0..<100).map(Order.sample)
    orders[3].place = .sentOn(to: .sentOn(to: .branch(name: "North", open: nil)))
    orders[4].place = .branch(name: "", open: true)
    orders[5].ratings = Dictionary(uniqueKeysWithValues: (0..<300).map { ("reader \($0)", $0) })
    try expectSame(orders)
  }

  @Test
  func bytesAreCodedAsAListOfNumbers() throws {
    let bytes = try StateEncoder.document([1, 2, 200] as [UInt8])
    #expect(try StateDecoder.value([Int].self, in: bytes) == [1, 2, 200])
    #expect(try StateDecoder.value([Double].self, in: bytes) == [1, 2, 200])
    #expect(try StateDecoder.value([UInt8?].self, in: bytes) == [1, 2, 200])
    #expect(try StateDecoder.value(Set<UInt16>.self, in: bytes) == [1, 2, 200])
    #expect(throws: DecodingError.self) { try StateDecoder.value([Int8].self, in: bytes) }
    #expect(throws: DecodingError.self) { try StateDecoder.value([String].self, in: bytes) }
    #expect(throws: DecodingError.self) { try StateDecoder.value([[Int]].self, in: bytes) }
    let numbers = try StateEncoder.document([1, 2, 200])
    #expect(try StateDecoder.value([UInt8].self, in: numbers) == [1, 2, 200])
    #expect(throws: DecodingError.self) {
      try StateDecoder.value([UInt8].self, in: StateEncoder.document([256]))
    }
  }

  @Test
  func numbersOfOtherTypes() throws {
    let bytes = try StateEncoder.document(300)
    #expect(try StateDecoder.value(UInt16.self, in: bytes) == 300)
    #expect(try StateDecoder.value(Double.self, in: bytes) == 300)
    #expect(throws: DecodingError.self) { try StateDecoder.value(UInt8.self, in: bytes) }
    #expect(throws: DecodingError.self) { try StateDecoder.value(Bool.self, in: bytes) }
    #expect(throws: DecodingError.self) { try StateDecoder.value(String.self, in: bytes) }
    let half = try StateEncoder.document(0.5)
    #expect(try StateDecoder.value(Float.self, in: half) == 0.5)
    #expect(throws: DecodingError.self) { try StateDecoder.value(Int.self, in: half) }
    let large = try StateEncoder.document(UInt64.max)
    #expect(try StateDecoder.value(UInt128.self, in: large) == UInt128(UInt64.max))
    #expect(throws: DecodingError.self) { try StateDecoder.value(Int.self, in: large) }
  }

  @Test
  func superclasses() throws {
    let copy = try back([Recording(title: "Krabat", minutes: 50), Recording(title: "", minutes: 0)])
    #expect(copy.map(\.title) == ["Krabat", ""])
    #expect(copy.map(\.minutes) == [50, 0])
  }

  @Test
  func depthIsLimited() throws {
    try expectSame(Chain(length: 60))
    #expect(throws: EncodingError.self) { try StateEncoder.document(Chain(length: 1000)) }
  }

  @Test
  func structuresInAnArrayWriteTheirNamesOnce() throws {
    let one = try StateEncoder.document([Order.sample(1)]).count
    let many = try StateEncoder.document((1...101).map { _ in Order.sample(1) }).count
    #expect((many - one) / 100 < one * 2 / 3)
  }
}
