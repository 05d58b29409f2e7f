internal import Foundation

/// Writes results for machines: an array with one entry for each subject of each case.
struct JSONReport {
  private struct Entry: Encodable {
    enum CodingKeys: String, CodingKey {
      case bench, subject, ns, processor, ratio, unit
      case name = "case"
    }

    var bench: String
    var name: String
    var subject: String
    /// For one operation; in another unit where that is named.
    var ns: Double
    /// The processor time of all threads for one operation, in nanoseconds.
    var processor: Double?
    var unit: String?
    /// To the textbook's figure; where the case has none, to the floor.
    var ratio: Double

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(bench, forKey: .bench)
      try container.encode(name, forKey: .name)
      try container.encode(subject, forKey: .subject)
      try container.encode(ns, forKey: .ns)
      try container.encodeIfPresent(processor, forKey: .processor)
      try container.encode(ratio, forKey: .ratio)
      try container.encodeIfPresent(unit, forKey: .unit)
    }
  }

  let path: String

  /// Checks that the file can be written before minutes are spent on measuring.
  init(path: String) throws(UsageError) {
    self.path = path
    do {
      try Data("[]\n".utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw UsageError("cannot write '\(path)': \(error.localizedDescription)")
    }
  }

  func write(_ results: [CaseResult], of suite: String) throws {
    let entries = results.flatMap { result in
      result.figures.map { figure in
        Entry(
          bench: suite, name: result.name, subject: figure.subject, ns: figure.nanoseconds,
          processor: figure.processorNanoseconds, unit: result.unit == "ns" ? nil : result.unit,
          ratio: result.ratioToTextbook(figure) ?? result.ratioToFloor(figure) ?? 1)
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(entries).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
