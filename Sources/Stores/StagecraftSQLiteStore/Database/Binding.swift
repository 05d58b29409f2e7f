#if SQLite
internal import StagecraftSharedPools

enum Binding {
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  case id(LendingID)
  case null

  static func integer(_ value: Int) -> Binding { .integer(Int64(value)) }
  static func text(_ value: String?) -> Binding { value.map { .text($0) } ?? .null }
  static func id(_ value: LendingID?) -> Binding { value.map { .id($0) } ?? .null }
  static func flag(_ value: Bool) -> Binding { .integer(value ? 1 : 0) }
}
#endif
