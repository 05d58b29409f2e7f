/// What the value of a column is for a type.
enum ColumnReading<Value> {
  /// The type is not one of a column: it decodes itself.
  case composed
  /// The value is not one of the type.
  case mismatch
  case value(Value)
}

extension ColumnReading {
  /// The compiler removes all branches but one where it knows the type.
  @inline(__always)
  init(_ value: TableValue, as type: Value.Type) {
    if type == String.self {
      self.init(String(value))
    } else if type == Int.self {
      self.init(Int(value))
    } else if type == Bool.self {
      self.init(Bool(value))
    } else if type == Double.self {
      self.init(Double(value))
    } else if type == Int64.self {
      self.init(Int64(value))
    } else {
      self.init(rare: value, as: type)
    }
  }

  @inline(__always)
  private init(rare value: TableValue, as type: Value.Type) {
    if type == [UInt8].self {
      self.init([UInt8](value))
    } else if type == Float.self {
      self.init(Float(value))
    } else if type == Int32.self {
      self.init(Int32(value))
    } else if type == Int16.self {
      self.init(Int16(value))
    } else if type == Int8.self {
      self.init(Int8(value))
    } else if type == UInt.self {
      self.init(Int64(value).flatMap(UInt.init(exactly:)))
    } else if type == UInt64.self {
      self.init(Int64(value).flatMap(UInt64.init(exactly:)))
    } else if type == UInt32.self {
      self.init(UInt32(value))
    } else if type == UInt16.self {
      self.init(UInt16(value))
    } else if type == UInt8.self {
      self.init(UInt8(value))
    } else {
      self = .composed
    }
  }

  @inline(__always)
  private init<Column>(_ column: Column?) {
    if let column { self = .value(column as! Value) } else { self = .mismatch }
  }
}

extension ColumnReading where Value == TableValue {
  /// What a value becomes in a column.
  @inline(__always)
  init<Column>(_ column: Column) {
    if Column.self == UInt.self {
      self.init(unsigned: UInt64(column as! UInt))
    } else if Column.self == UInt64.self {
      self.init(unsigned: column as! UInt64)
    } else if Self.isColumn(Column.self) {
      self = .value((column as! any TableColumnValue).tableValue)
    } else {
      self = .composed
    }
  }

  @inline(__always)
  private init(unsigned value: UInt64) {
    if let value = Int64(exactly: value) {
      self = .value(.integer(value))
    } else {
      self = .mismatch
    }
  }

  @inline(__always)
  private static func isColumn<Column>(_ type: Column.Type) -> Bool {
    if type == String.self || type == Int.self || type == Bool.self { return true }
    if type == Double.self || type == Int64.self || type == [UInt8].self { return true }
    if type == Float.self || type == Int32.self || type == Int16.self { return true }
    if type == Int8.self || type == UInt32.self || type == UInt16.self { return true }
    return type == UInt8.self
  }
}
