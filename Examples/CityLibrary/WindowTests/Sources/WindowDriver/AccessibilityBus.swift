import CGIO

/// The bus on which programs describe their windows to assistive technology (AT-SPI).
///
/// It sends many calls at a time. The library of AT-SPI waits for each of four calls for each
/// widget, or returns what it has kept of an earlier one.
final class AccessibilityBus {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let context = g_main_context_new()
  private let connection: OpaquePointer

  init() throws {
    let session = try Self.connect { g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &$0) }
    let address = try Self.call(
      session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")[0].string
    g_object_unref(UnsafeMutableRawPointer(session))
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    connection = try Self.connect {
      g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &$0)
    }
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(connection))
    g_main_context_unref(context)
  }

  /// The name on this bus of a program, which is there after its first window.
  func name(of process: Int32) -> String? {
    guard
      let programs = try? call(
        "org.a11y.atspi.Registry", Tree.rootPath, "org.a11y.atspi.Accessible", "GetChildren")
    else { return nil }
    return programs[0].members.map { $0[0].string }.first { name in
      let answer = try? call(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "GetConnectionUnixProcessID", [g_variant_new_string(name)])
      return answer.map { Int32($0[0].unsigned) } == process
    }
  }

  /// All widgets that a program has described so far, by the path of their parent.
  func items(of name: String) throws -> [String: [Tree.Item]] {
    let answer = try call(name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
    let items = answer[0].members.map { item in
      let states = item[9].members.map(\.unsigned)
      return Tree.Item(
        path: item[0][1].string, parent: item[2][1].string, index: item[3].int,
        childCount: item[4].int,
        isPlaced: item[5].members.contains { $0.string.hasSuffix("Component") },
        name: item[6].string, role: Role(rawValue: item[7].unsigned),
        states: States(rawValue: UInt64(states[0]) | UInt64(states[1]) << 32))
    }
    return Dictionary(grouping: items, by: \.parent)
  }

  /// Asks for the children of widgets, which describes them.
  func describeChildren(of paths: [String], in name: String) {
    _ = calls(name, paths, "org.a11y.atspi.Accessible", "GetChildren") { nil }
  }

  /// Where widgets are in their window.
  func frames(of paths: [String], in name: String) -> [Frame] {
    let answers = calls(name, paths, "org.a11y.atspi.Component", "GetExtents") {
      var coordinates: OpaquePointer? = g_variant_new_uint32(1)
      return g_variant_new_tuple(&coordinates, 1)
    }
    return answers.map { answer in
      guard let frame = answer?[0] else { return Frame() }
      return Frame(x: frame[0].int, y: frame[1].int, width: frame[2].int, height: frame[3].int)
    }
  }

  /// What a click on a point of a window would hit below a widget.
  func path(atX x: Int, y: Int, below path: String, in name: String) -> String? {
    let arguments = [
      g_variant_new_int32(Int32(x)), g_variant_new_int32(Int32(y)), g_variant_new_uint32(1),
    ]
    let answer = try? call(
      name, path, "org.a11y.atspi.Component", "GetAccessibleAtPoint", arguments)
    return answer?[0][1].string
  }

  func parent(of path: String, in name: String) -> String? {
    let arguments = [
      g_variant_new_string("org.a11y.atspi.Accessible"), g_variant_new_string("Parent"),
    ]
    let answer = try? call(name, path, "org.freedesktop.DBus.Properties", "Get", arguments)
    return answer.map { Value(owning: g_variant_get_variant($0[0].pointer))[1].string }
  }

  /// The text of an entry.
  func text(of path: String, in name: String) throws -> String {
    try call(
      name, path, "org.a11y.atspi.Text", "GetText",
      [g_variant_new_int32(0), g_variant_new_int32(-1)])[0].string
  }

  // MARK: Calls

  private func call(
    _ name: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: [OpaquePointer?] = []
  ) throws -> Value {
    try Self.call(connection, name, path, interface, method, arguments)
  }

  private static func call(
    _ connection: OpaquePointer, _ name: String, _ path: String, _ interface: String,
    _ method: String, _ arguments: [OpaquePointer?] = []
  ) throws -> Value {
    var error: UnsafeMutablePointer<GError>?
    // The call takes over the tuple, and the tuple its members.
    let answer = g_dbus_connection_call_sync(
      connection, name, path, interface, method,
      g_variant_new_tuple(arguments, gsize(arguments.count)), nil, G_DBUS_CALL_FLAGS_NONE, 10_000,
      nil, &error)
    guard let answer else { throw failure(method, error) }
    return Value(owning: answer)
  }

  /// Calls a method of many objects, and waits for all.
  private func calls(
    _ name: String, _ paths: [String], _ interface: String, _ method: String,
    _ arguments: () -> OpaquePointer?
  ) -> [Value?] {
    final class Answers {
      var values: [Value?]
      var open: Int
      init(_ count: Int) { (values, open) = (Array(repeating: nil, count: count), count) }
    }
    final class Call {
      let answers: Answers
      let index: Int
      init(_ answers: Answers, _ index: Int) { (self.answers, self.index) = (answers, index) }
    }
    let answers = Answers(paths.count)
    g_main_context_push_thread_default(context)
    defer { g_main_context_pop_thread_default(context) }
    for (index, path) in paths.enumerated() {
      g_dbus_connection_call(
        connection, name, path, interface, method, arguments(), nil, G_DBUS_CALL_FLAGS_NONE, 10_000,
        nil,
        { source, result, data in
          guard let source, let data else { return }
          let call = Unmanaged<Call>.fromOpaque(data).takeRetainedValue()
          call.answers.open -= 1
          if let answer = g_dbus_connection_call_finish(OpaquePointer(source), result, nil) {
            call.answers.values[call.index] = Value(owning: answer)
          }
        }, Unmanaged.passRetained(Call(answers, index)).toOpaque())
    }
    while answers.open > 0 { g_main_context_iteration(context, 1) }
    return answers.values
  }

  private static func connect(
    _ body: (inout UnsafeMutablePointer<GError>?) -> OpaquePointer?
  ) throws -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    guard let connection = body(&error) else { throw failure("connect", error) }
    return connection
  }

  private static func failure(
    _ what: String, _ error: UnsafeMutablePointer<GError>?
  ) -> Failure {
    defer { g_error_free(error) }
    let message = error.map { String(cString: $0.pointee.message) }
    return Failure(description: "\(what): \(message ?? "")")
  }
}
