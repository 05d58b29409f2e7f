enum StateScalar {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case wide(Int128)
  case unsignedWide(UInt128)
  case float(Float)
  case double(Double)
  case text(String)
  case bytes
  case list
  case record

  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .integer, .unsigned, .wide, .unsignedWide: "an integer"
    case .float, .double: "a floating-point number"
    case .text: "a string"
    case .bytes, .list: "an array"
    case .record: "a record"
    }
  }

  @inline(__always)
  func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    switch self {
    case .integer(let number): Number(exactly: number)
    case .unsigned(let number): Number(exactly: number)
    case .wide(let number): Number(exactly: number)
    case .unsignedWide(let number): Number(exactly: number)
    default: nil
    }
  }

  var double: Double? {
    switch self {
    case .double(let number): number
    case .float(let number): Double(number)
    case .integer(let number): Double(exactly: number)
    case .unsigned(let number): Double(exactly: number)
    default: nil
    }
  }

  var float: Float? {
    switch self {
    case .float(let number): number
    case .double(let number): number.isNaN ? Float(number) : Float(exactly: number)
    case .integer(let number): Float(exactly: number)
    case .unsigned(let number): Float(exactly: number)
    default: nil
    }
  }
}

extension StateCursor {
  @inline(__always)
  mutating func scalar() throws(StateDamage) -> StateScalar {
    let tag = try byte()
    if tag >= StateTag.smallInteger { return .integer(Int64(tag - StateTag.smallInteger)) }
    if tag >= StateTag.shortText {
      let length = Int(tag - StateTag.shortText)
      guard end - offset >= length else { throw .truncated }
      return .text(try text(length))
    }
    switch tag {
    case StateTag.null: return .null
    case StateTag.no: return .bool(false)
    case StateTag.yes: return .bool(true)
    case StateTag.integer:
      let bits = try number()
      return .integer(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))
    case StateTag.unsigned: return .unsigned(try number())
    case StateTag.float: return .float(Float(bitPattern: try fixed(UInt32.self)))
    case StateTag.double: return .double(Double(bitPattern: try fixed(UInt64.self)))
    case StateTag.wide: return .wide(try fixed(Int128.self))
    case StateTag.unsignedWide: return .unsignedWide(try fixed(UInt128.self))
    case StateTag.text:
      let length = try length()
      return .text(try text(length))
    case StateTag.bytes: return .bytes
    case StateTag.list: return .list
    case StateTag.record: return .record
    default: throw .unknownTag(tag)
    }
  }
}
