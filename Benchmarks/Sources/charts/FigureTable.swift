internal import Foundation

/// One entry of the files: the time of `subject` in one case of one benchmark.
struct Figure: Decodable {
  var bench: String
  var `case`: String
  var subject: String
  var ns: Double
  /// Nil for nanoseconds; otherwise `ns` is no time.
  var unit: String?
}

/// The figures of all files, in the order in which they were read.
struct FigureTable {
  private(set) var figures: [Figure] = []

  /// Adds the figures of one file; a figure that is already present is replaced.
  mutating func add(contentsOf file: String) throws {
    for figure in try Self.figures(in: file) {
      let present = figures.firstIndex { other in
        (other.bench, other.case, other.subject) == (figure.bench, figure.case, figure.subject)
      }
      if let present { figures[present] = figure } else { figures.append(figure) }
    }
  }

  private static func figures(in file: String) throws -> [Figure] {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: file))
    } catch {
      throw ChartsError("cannot read \(file): \(error.localizedDescription)")
    }
    do {
      return try JSONDecoder().decode([Figure].self, from: data)
    } catch {
      throw ChartsError("\(file) is not a list of figures: \(error)")
    }
  }

  /// The times of one case, Stagecraft's own first, the others in the order of the file.
  func times(of bench: String, _ name: String) -> [Figure] {
    let times = figures.filter {
      $0.bench == bench && $0.case == name && $0.unit == nil && $0.ns > 0
    }
    return times.filter(\.isOurs) + times.filter { !$0.isOurs }
  }
}

extension Figure {
  /// Whether the subject is Stagecraft or a variant of it, such as `stagecraft-estimates`.
  ///
  /// `index` is a graph whose steps share one closure.
  var isOurs: Bool { subject.hasPrefix("stagecraft") || subject == "index" }

  /// Whether the subject is the minimum that the machine needs for the same work.
  var isFloor: Bool { subject == "floor" }
}
