#if SQLite
internal import StagecraftTableLists

/// A column by which rows are ordered; the last term is the key.
struct OrderTerm: Hashable {
  /// The column, in SQL.
  var name: String
  var isDescending: Bool

  /// - Throws: ``TableError`` if there is no such column.
  static func terms(of request: TableRequest, in shape: TableShape) throws -> [OrderTerm] {
    var terms: [OrderTerm] = []
    for order in request.order {
      guard let index = shape.index(of: order.column) else {
        throw TableError(
          .noSuchColumn,
          """
          The table "\(shape.table)" has no column "\(order.column)", by which it was to be ordered. \
          It has: \(shape.columns.map(\.name).joined(separator: ", ")).
          """)
      }
      terms.append(
        OrderTerm(
          name: "r.\(quoted(shape.columns[index].name))", isDescending: order.isDescending))
    }
    return terms + [OrderTerm(name: "r.\(quoted(shape.key))", isDescending: false)]
  }
}

/// Conditions in SQL, with the values of their parameters.
///
/// The parameters have no numbers: they are bound in their order.
struct RowCondition {
  var text: [String] = []
  var values: [Binding] = []

  var sql: String { text.isEmpty ? "1" : text.joined(separator: " AND ") }

  mutating func add(_ term: String, _ values: [TableValue] = []) {
    text.append(term)
    self.values += values.map { Binding($0) }
  }

  func adding(_ other: RowCondition) -> RowCondition {
    RowCondition(text: text + other.text, values: values + other.values)
  }
}

/// The rows on one side of a place in the order, as parts of which each is a range of an index.
struct RowSide {
  private let terms: [OrderTerm]
  private let values: [TableValue]

  /// - Parameters:
  ///   - terms: The order.
  ///   - values: The values of a row, one for each term.
  init(_ terms: [OrderTerm], of values: [TableValue]) {
    self.terms = terms
    self.values = values
  }

  /// The parts, from the nearest to the farthest row: before the place if `isBackward`.
  func parts(isBackward: Bool, includesRow: Bool) -> [RowCondition] {
    var parts: [RowCondition] = []
    if includesRow { parts.append(equal(terms.count)) }
    for index in terms.indices.reversed() {
      let (name, value) = ("\(terms[index].name) COLLATE BINARY", values[index])
      var part = equal(index)
      if terms[index].isDescending == isBackward {
        // Larger values. Null is the least.
        if value == .null {
          part.add("\(name) IS NOT NULL")
        } else {
          part.add("\(name) > ?", [value])
        }
        parts.append(part)
      } else if value != .null {
        var nulls = part
        part.add("\(name) < ?", [value])
        parts.append(part)
        nulls.add("\(name) IS NULL")
        parts.append(nulls)
      }
    }
    return parts
  }

  /// The rows that equal this one in the first terms.
  private func equal(_ count: Int) -> RowCondition {
    var condition = RowCondition()
    for index in 0..<count {
      condition.add("\(terms[index].name) COLLATE BINARY IS ?", [values[index]])
    }
    return condition
  }
}
#endif
