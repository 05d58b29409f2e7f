#if PostgreSQL || PostgresNIO
/// What a code of the server means, for leases and for tables.
enum PostgresFault: Hashable, Sendable {
  case wrongPassword, missingRight, noDatabase, noSchema, noTable, noFunction, noColumn, readOnly
  case unsupported, unsuitableValue, statementExists, noStatement
  case tooManyConnections, diskFull, shortOfResources
  /// Another transaction holds a lock, or has changed the same rows.
  case conflict
  /// The time for a statement is over, or it was cancelled.
  case cancelled
  case connectionLost, damaged
  case other

  init(code: String) {
    self =
      switch code {
      case "28000", "28P01": .wrongPassword
      case "42501": .missingRight
      case "3D000": .noDatabase
      case "3F000": .noSchema
      case "42P01": .noTable
      case "42883": .noFunction
      case "42703": .noColumn
      case "25006": .readOnly
      case "0A000": .unsupported
      case "22023": .unsuitableValue
      case "42P05": .statementExists
      case "26000": .noStatement
      case "53300": .tooManyConnections
      case "53100": .diskFull
      case "40001", "40P01", "55P03": .conflict
      case "57014": .cancelled
      case "XX001", "XX002": .damaged
      case _ where code.hasPrefix("53"): .shortOfResources
      case _ where code.hasPrefix("08") || code.hasPrefix("57P"): .connectionLost
      default: .other
      }
  }
}
#endif
