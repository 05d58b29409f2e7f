#if SQLite || PostgreSQL
enum ExitCode {
  static let done: Int32 = 0
  static let unexpected: Int32 = 1
  static let usage: Int32 = 2
  static let refused: Int32 = 3
  static let unreachable: Int32 = 4
  static let denied: Int32 = 5
  static let unusable: Int32 = 6
  static let full: Int32 = 7

  static let lost: Int32 = 122
  static let timedOut: Int32 = 124
  static let failed: Int32 = 125
  static let notExecutable: Int32 = 126
  static let notFound: Int32 = 127
}
#endif
