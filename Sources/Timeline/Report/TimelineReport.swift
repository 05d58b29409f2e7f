internal import StageFloor

/// The data of the page; `ReportScript` reads it.
struct TimelineReport {
  static let pointLimit = 1_000
  static let counterLimit = 200
  static let markLimit = 5_000
  static let tableLimit = 1_000
  static let nameLimit = 120

  let recording: TimelineRecording
  let title: String
  let spans: [TimelineSpan]
  let objects: [TimelineObject]
  let places: [TimelineObject.ID: Int]
  /// Nanoseconds in a tick of the page's times.
  let unit: Int64
  var names: [String] = []
  var numbers: [String: Int] = [:]
  var notes: [String] = []

  init(_ recording: TimelineRecording, _ title: String) {
    self.recording = recording
    self.title = title
    spans = recording.spans
    objects = recording.distinctObjects
    places = Dictionary(objects.enumerated().map { ($1.id, $0) }) { one, _ in one }
    unit = max(1, recording.duration.wholeNanoseconds / 1_000_000_000)
  }

  mutating func json() -> String {
    let objects = objectsJSON()
    let parts = [
      #""title":\#(Self.json(title))"#,
      #""began":\#(recording.began.wholeNanoseconds / 1_000)"#,
      #""unit":\#(unit)"#, #""end":\#(ticks(recording.duration))"#,
      #""phases":[\#(TimelineEvent.Phase.allCases.map { "\"\($0)\"" }.joined(separator: ","))]"#,
      #""endings":[\#(TimelineEvent.Ending.allCases.map { "\"\($0)\"" }.joined(separator: ","))]"#,
      #""findings":[\#(findingsJSON())]"#, objects,
      #""table":[\#(tableJSON())]"#, #""histograms":[\#(histogramsJSON())]"#,
      #""notes":[\#(notes.map(Self.json).joined(separator: ","))]"#,
      #""names":[\#(names.map(Self.json).joined(separator: ","))]"#,
    ]
    return "{" + parts.joined(separator: ",\n") + "}"
  }

  // MARK: Values

  static func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }

  /// Without characters that could end the element of a script.
  static func json(_ text: String) -> String {
    text.quotedForJSON.escaped { $0 == "<" ? "\\u003c" : nil }
  }

  func ticks(_ time: Duration) -> Int64 { max(0, time.wholeNanoseconds) / unit }

  func index(of object: TimelineObject.ID?) -> Int { object.flatMap { places[$0] } ?? -1 }

  mutating func number(of name: String) -> Int {
    let name = name.cut(toBytes: Self.nameLimit)
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
