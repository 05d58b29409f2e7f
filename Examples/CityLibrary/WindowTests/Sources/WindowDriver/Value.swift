import CGIO

/// What a call of D-Bus returns.
final class Value {
  let pointer: OpaquePointer

  /// Takes over a reference.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_variant_unref(pointer) }

  subscript(index: Int) -> Value {
    Value(owning: g_variant_get_child_value(pointer, gsize(index)))
  }

  var members: [Value] { (0..<Int(g_variant_n_children(pointer))).map { self[$0] } }
  var string: String { String(cString: g_variant_get_string(pointer, nil)) }
  var int: Int { Int(g_variant_get_int32(pointer)) }
  var unsigned: UInt32 { g_variant_get_uint32(pointer) }
}
