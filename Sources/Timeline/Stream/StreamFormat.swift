internal import StageFloor

// The lines of a streamed file, each of fields between tabs:
//
// - `stagecraft-timeline 1`, and when the recording began, in microseconds since 1970;
// - `o`: an object with its number, since when it is recorded, its kind and its name;
// - `e`: an event with its time, object, place in the order of its object, item, shape, phase,
//   ending, number, thread and name;
// - `t`: the time until which everything was written.
//
// Times are in nanoseconds since the start. A line of another kind is for a later version.

/// Lines of fields between tabs.
enum StreamFormat {
  static let head = "stagecraft-timeline 1"

  static func header(timeOfDay: Int64) -> [UInt8] { Array("\(head)\t\(timeOfDay)\n".utf8) }

  static func append(_ object: TimelineObject, to bytes: inout [UInt8]) {
    bytes += "o\t\(object.id)\t\(object.since.wholeNanoseconds)".utf8
    append(object.kind.rawValue, to: &bytes)
    append(object.name, to: &bytes)
    bytes.append(lineEnd)
  }

  static func append(_ record: Record, at time: Int64, to bytes: inout [UInt8]) {
    bytes += "e\t\(time)\t\(record.track)\t\(record.sequence)\t\(record.item)".utf8
    bytes += "\t\(record.shape.rawValue)\t\(record.phase.rawValue)\t\(record.ending.rawValue)".utf8
    bytes += "\t\(record.number)\t\(record.thread)".utf8
    append(record.name.text, to: &bytes)
    bytes.append(lineEnd)
  }

  static func appendEnd(_ time: Int64, to bytes: inout [UInt8]) { bytes += "t\t\(time)\n".utf8 }

  private static let tab = UInt8(ascii: "\t")
  private static let lineEnd = UInt8(ascii: "\n")
  private static let backslash = UInt8(ascii: "\\")

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(tab)
    for byte in text.utf8 {
      switch byte {
      case tab: bytes += [backslash, UInt8(ascii: "t")]
      case lineEnd: bytes += [backslash, UInt8(ascii: "n")]
      case backslash: bytes += [backslash, backslash]
      default: bytes.append(byte)
      }
    }
  }

  // MARK: Reading

  struct Contents {
    var timeOfDay: Int64 = 0
    var objects: [TimelineObject] = []
    var records: [Record] = []
    var end: Int64 = 0
    /// Lines that are damaged.
    var damaged = 0
  }

  /// Returns nil if the first line is another one.
  static func contents(of bytes: [UInt8]) -> Contents? {
    var contents = Contents()
    var isFirst = true
    var start = bytes.startIndex
    // A last line without its end was cut.
    while let end = bytes[start...].firstIndex(of: lineEnd) {
      var fields = Fields(rest: bytes[start..<end])
      start = end + 1
      if isFirst {
        guard fields.text() == head else { return nil }
        contents.timeOfDay = fields.number() ?? 0
        isFirst = false
      } else if !add(&fields, to: &contents) {
        contents.damaged += 1
      }
    }
    return isFirst ? nil : contents
  }

  private static func add(_ fields: inout Fields, to contents: inout Contents) -> Bool {
    switch fields.text() {
    case "o":
      guard let id: Int = fields.number(), let since: Int64 = fields.number(),
        let kind = fields.text(), let name = fields.text()
      else { return false }
      contents.objects.append(
        TimelineObject(
          id: id, kind: TimelineObject.Kind(rawValue: kind), name: name,
          since: .nanoseconds(max(0, since))))
    case "e":
      guard let record = fields.record() else { return false }
      contents.records.append(record)
    case "t":
      guard let end: Int64 = fields.number() else { return false }
      contents.end = max(contents.end, end)
    case nil, "": return false
    default: break
    }
    return true
  }

  private struct Fields {
    /// Nil after the last one.
    var rest: ArraySlice<UInt8>?

    mutating func field() -> ArraySlice<UInt8>? {
      guard let rest else { return nil }
      guard let end = rest.firstIndex(of: tab) else {
        self.rest = nil
        return rest
      }
      self.rest = rest[(end + 1)...]
      return rest[..<end]
    }

    mutating func number<Number: FixedWidthInteger>() -> Number? {
      field().flatMap { Number(String(decoding: $0, as: UTF8.self)) }
    }

    mutating func text() -> String? {
      guard let field = field() else { return nil }
      guard field.contains(backslash) else { return String(decoding: field, as: UTF8.self) }
      var bytes: [UInt8] = []
      var isEscaped = false
      for byte in field {
        if isEscaped {
          isEscaped = false
          bytes.append(byte == UInt8(ascii: "t") ? tab : byte == UInt8(ascii: "n") ? lineEnd : byte)
        } else if byte == backslash {
          isEscaped = true
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    mutating func record() -> Record? {
      guard let time: Int64 = number(), let track: UInt32 = number(),
        let sequence: UInt64 = number(), let item: Int = number(),
        let shape = number().flatMap(Record.Shape.init(rawValue:)),
        let phase = number().flatMap(TimelineEvent.Phase.init(rawValue:)),
        let ending = number().flatMap(TimelineEvent.Ending.init(rawValue:)),
        let number: Int64 = number(), let thread: UInt32 = self.number(), let name = text()
      else { return nil }
      return Record(
        time: max(0, time), number: shape == .period ? max(0, number) : number, item: item,
        sequence: sequence, name: .text(name), track: track, thread: thread, shape: shape,
        phase: phase, ending: ending)
    }
  }
}
