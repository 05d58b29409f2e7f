#if SQLite
internal import StagecraftSharedPools

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

enum Coding {
  static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("\(type(of: value)) cannot be written as JSON.")
    }
    return String(decoding: data, as: UTF8.self)
  }

  static func decode<Value: Decodable>(
    _ text: String, _ role: String
  ) throws(SQLiteFailure) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw .nonsense("The \(role) of a row cannot be read.")
    }
  }

  /// Labels, one a line: a label contains no line break.
  static func encode(_ labels: Labels) -> String { labels.all.joined(separator: "\n") }

  static func labels(_ text: String) -> Labels {
    Labels(text.split(separator: "\n").map { String($0) })
  }

  static func encode(_ numbers: [Int]) -> String {
    numbers.map { String($0) }.joined(separator: ",")
  }

  static func numbers(_ text: String) throws(SQLiteFailure) -> [Int] {
    var numbers: [Int] = []
    for part in text.split(separator: ",") {
      guard let number = Int(part) else { throw .nonsense("\"\(text)\" is no list of numbers.") }
      numbers.append(number)
    }
    return numbers
  }

  /// How a request ended, with the reason after a colon.
  static func encode(_ end: LendingEnd) -> String {
    if case .takenBack(let reason) = end { return "\(end.word):\(reason)" }
    return end.word
  }

  static func end(_ text: String) throws(SQLiteFailure) -> LendingEnd {
    let parts = text.split(separator: ":", maxSplits: 1).map { String($0) }
    guard let end = LendingEnd(word: parts.first ?? "", reason: parts.dropFirst().first) else {
      throw .nonsense("\"\(text)\" is not an end of a request.")
    }
    return end
  }
}

/// The texts of wants that were written or read: most requests want what others have wanted.
struct WantsCache {
  private var texts: [[Want]: String] = [:]
  private var values: [String: [Want]] = [:]

  mutating func text(_ wants: [Want]) -> String {
    if let known = texts[wants] { return known }
    let text = Coding.encode(wants)
    note(wants, text)
    return text
  }

  mutating func wants(_ text: String) throws(SQLiteFailure) -> [Want] {
    if let known = values[text] { return known }
    let wants: [Want] = try Coding.decode(text, "wants")
    note(wants, text)
    return wants
  }

  private mutating func note(_ wants: [Want], _ text: String) {
    if texts.count > 1_000 { self = WantsCache() }
    texts[wants] = text
    values[text] = wants
  }
}
#endif
