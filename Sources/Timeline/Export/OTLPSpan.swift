internal import StageFloor

/// A span, an event or a link in OTLP's JSON: identifiers are hexadecimal, 64-bit numbers are
/// strings, and enumerations are numbers.
struct OTLPSpan {
  enum Kind: Int {
    case isInternal = 1
    case client = 3
  }

  static let textLimit = 256

  var id: UInt64
  var parent: UInt64?
  var name: String
  var kind = Kind.isInternal
  var start: UInt64
  var end: UInt64
  var ending: TimelineEvent.Ending?
  var attributes: [String] = []
  var events: [String] = []
  var droppedEvents = 0
  var links: [String] = []

  func json(trace: String) -> String {
    var text = #"{"traceId":"\#(trace)","spanId":"\#(Self.hexadecimal(id))","#
    if let parent { text += #""parentSpanId":"\#(Self.hexadecimal(parent))","# }
    text += #""name":\#(Self.text(name.isEmpty ? "unnamed" : name)),"kind":\#(kind.rawValue),"#
    text += #""startTimeUnixNano":"\#(start)","endTimeUnixNano":"\#(max(start, end))""#
    text += Self.list("attributes", attributes) + Self.list("events", events)
    if droppedEvents > 0 { text += #","droppedEventsCount":\#(UInt32(clamping: droppedEvents))"# }
    text += Self.list("links", links)
    switch ending {
    case .failed, .timedOut, .refused, .lost:
      text += #","status":{"code":2,"message":"\#(ending?.words ?? "")"}"#
    case .succeeded, .cancelled, .skipped, nil: break
    }
    return text + "}"
  }

  // MARK: Values

  static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func text(_ text: String) -> String { text.cut(toBytes: textLimit).quotedForJSON }

  static func attribute(_ key: String, _ value: String) -> String {
    #"{"key":\#(text(key)),"value":{"stringValue":\#(text(value))}}"#
  }

  static func attribute(_ key: String, _ value: Int) -> String {
    #"{"key":\#(text(key)),"value":{"intValue":"\#(value)"}}"#
  }

  static func event(_ name: String, at time: UInt64) -> String {
    #"{"timeUnixNano":"\#(time)","name":\#(text(name))}"#
  }

  static func link(to span: UInt64, trace: String, _ kind: String) -> String {
    #"{"traceId":"\#(trace)","spanId":"\#(hexadecimal(span))","#
      + #""attributes":[\#(attribute("stagecraft.link", kind))]}"#
  }

  private static func list(_ name: String, _ values: [String]) -> String {
    values.isEmpty ? "" : #","\#(name)":[\#(values.joined(separator: ","))]"#
  }
}

/// Identifiers that follow from what they identify.
struct OTLPIdentifiers {
  let trace: String
  private let seed: UInt64
  private var used: Set<UInt64> = [0]

  init(_ texts: [String]) {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
      for byte in [UInt8](text.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    var generator = SplitMix64(seed: hash)
    seed = generator.next()
    // Zero is not valid.
    trace =
      OTLPSpan.hexadecimal(generator.next()) + OTLPSpan.hexadecimal(max(1, generator.next()))
  }

  mutating func span(_ parts: Int...) -> UInt64 {
    var hash = seed
    for part in parts {
      var generator = SplitMix64(seed: hash ^ UInt64(bitPattern: Int64(part)))
      hash = generator.next()
    }
    while !used.insert(hash).inserted { hash &+= 1 }
    return hash
  }
}
