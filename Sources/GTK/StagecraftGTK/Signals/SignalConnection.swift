#if GTK
internal import CGTK
internal import CStageGTK

/// The parameters of a signal; valid only during the call.
@MainActor
public struct SignalParameters {
  private let values: UnsafePointer<GValue>?
  /// The number of parameters, without the object that emits the signal.
  public let count: Int

  init(_ values: UnsafePointer<GValue>?, count: Int) {
    self.values = values
    self.count = max(count - 1, 0)
  }

  private func value(_ index: Int) -> UnsafePointer<GValue> {
    require(
      index >= 0 && index < count,
      "There is no parameter \(index): the signal has \(count), counted from 0.")
    return values! + index + 1
  }

  private func value(
    _ index: Int, _ description: String, _ holds: (UnsafePointer<GValue>?) -> gboolean
  ) -> UnsafePointer<GValue> {
    let value = value(index)
    require(holds(value) != 0, "Parameter \(index) is not \(description).")
    return value
  }

  /// Returns an integer, an enumeration or a Boolean.
  ///
  /// - Parameter index: The index of the parameter, counted from 0.
  /// - Returns: The value; 0 or 1 for a Boolean.
  public func integer(_ index: Int) -> Int {
    var result = GValue()
    g_value_init(&result, GType(10 << 2))  // G_TYPE_INT64
    defer { g_value_unset(&result) }
    require(
      g_value_transform(value(index), &result) != 0, "Parameter \(index) is not an integer.")
    return Int(g_value_get_int64(&result))
  }

  /// Returns a text; empty if it is null.
  ///
  /// - Parameter index: The index of the parameter, counted from 0.
  /// - Returns: The text.
  public func text(_ index: Int) -> String {
    g_value_get_string(value(index, "a text", stage_holds_text)).map { String(cString: $0) } ?? ""
  }

  /// Nil if there is no such parameter, or it holds no text in a variant.
  func variantText(_ index: Int) -> String? {
    guard index < count else { return nil }
    return stage_variant_text(value(index)).map { String(cString: $0) }
  }

  /// The signal keeps the object alive during the call.
  package func object(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_object(value(index, "an object", stage_holds_object))
  }

  /// A structure, such as an error, which is valid during the call.
  package func structure(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_boxed(value(index, "a structure", stage_holds_structure))
  }
}

/// A handler that is connected to a signal of an object.
///
/// The connection ends with ``cancel()``, or with the object. Releasing this value does not end it.
/// A signal that is emitted on another thread than the main actor's stops the program.
@MainActor
public struct SignalConnection {
  private let object: UnsafeMutableRawPointer
  private let identifier: UInt
  private let handler: SignalHandler

  /// The handler answers a signal that expects a Boolean, and others with nil.
  ///
  /// It must not retain the wrapper of the object, which would keep both alive.
  package init(
    _ object: UnsafeMutableRawPointer, _ signal: String,
    _ body: @escaping @MainActor (SignalParameters) -> Bool?
  ) {
    let type = stage_object_type(object).map { String(cString: $0) }
    require(type != nil, "The pointer \(object) is not one to a GLib object.")
    require(
      stage_has_signal(object, signal) != 0, "There is no signal “\(signal)” of \(type ?? "").")
    let handler = SignalHandler(body)
    self.handler = handler
    self.object = object
    identifier = stage_connect(
      object, signal,
      receive, Unmanaged.passRetained(handler).toOpaque(),
      { data in
        nonisolated(unsafe) let data = data!  // guard: connections end on the main thread
        onMainThread {
          Unmanaged<SignalHandler>.fromOpaque(data).takeRetainedValue().end()
        }
      })
  }

  /// Ends the connection.
  public func cancel() {
    guard handler.isConnected else { return }
    // First: if the handler is being called, GLib ends it only afterwards.
    handler.isConnected = false
    g_signal_handler_disconnect(object, identifier)
  }
}

/// Not a closure on the main actor, which would stop on another thread without a message.
private func receive(
  _ data: UnsafeMutableRawPointer?, _ parameters: UnsafePointer<GValue>?, _ count: UInt32,
  _ result: UnsafeMutablePointer<GValue>?
) {
  // guard: `onMainThread` stops on any other thread
  nonisolated(unsafe) let (data, parameters, result) =  // guard: see above
    (data!, parameters, result)
  onMainThread {
    let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
    let answer = handler.body?(SignalParameters(parameters, count: Int(count)))
    if let answer = answer ?? nil, let result, result.pointee.g_type != 0 {
      g_value_set_boolean(result, answer ? 1 : 0)
    }
  }
}

@MainActor
private final class SignalHandler {
  private(set) var body: (@MainActor (SignalParameters) -> Bool?)?
  /// False after cancelling, and after the object was finalized.
  var isConnected = true

  init(_ body: @escaping @MainActor (SignalParameters) -> Bool?) { self.body = body }

  func end() {
    isConnected = false
    body = nil
  }
}
#endif
