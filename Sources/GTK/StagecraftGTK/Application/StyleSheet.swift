#if GTK
internal import CGTK
internal import CStageGTK

/// Styles of widgets, as CSS that GTK understands.
///
/// ```swift
/// let styles = StyleSheet(".in-stock { color: @success_color; }")
/// styles.add()
/// label.addStyle("in-stock")
/// ```
///
/// Errors do not stop the program: the rule is left out, and a line on the standard error says
/// where it is. See ``errors``.
@MainActor
public final class StyleSheet {
  /// What is wrong in a style sheet.
  public struct Error: Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// The column in the line, counted from 1.
    public var column: Int
    /// What is wrong.
    public var message: String

    /// The place and what is wrong.
    public var description: String { "line \(line), column \(column): \(message)" }
  }

  /// Collects errors while the text is read.
  private final class Errors { var list: [Error] = [] }

  /// What is wrong, in the order of the lines.
  public let errors: [Error]

  private let reference: ObjectReference
  private var isAdded = false

  /// Reads a style sheet; it is used after ``add()``.
  ///
  /// - Parameter text: The text of the style sheet.
  public init(_ text: String) {
    require(
      gtk_is_initialized() != 0,
      "GTK is not ready. Create style sheets inside the closure of `GTKApplication.run`.")
    let provider = gtk_css_provider_new()!
    let object = UnsafeMutableRawPointer(provider)
    reference = ObjectReference(object)
    g_object_unref(object)
    WidgetCensus.shared.made(object)
    let found = Errors()
    let connection = SignalConnection(object, "parsing-error") { parameters in
      found.list.append(Self.error(parameters))
      return nil
    }
    gtk_css_provider_load_from_data(provider, text, -1)
    connection.cancel()
    errors = found.list
    for error in errors { stage_say("Style sheet, \(error)") }
  }

  private static func error(_ parameters: SignalParameters) -> Error {
    let place = gtk_css_section_get_start_location(
      parameters.structure(0).map { OpaquePointer($0) })
    let error = parameters.structure(1)?.assumingMemoryBound(to: GError.self)
    return Error(
      line: Int(place?.pointee.lines ?? 0) + 1, column: Int(place?.pointee.line_chars ?? 0) + 1,
      message: error.map { String(cString: $0.pointee.message) } ?? "")
  }

  /// Uses the styles in all windows, from now on.
  ///
  /// They are used until ``remove()``, also after this object was released.
  ///
  /// Of two style sheets with rules for the same property, the one that was added last is used.
  public func add() {
    guard !isAdded else { return }
    isAdded = true
    reference.withRaw(as: GObject.self) {
      // Above the theme, below what the user wants: GTK_STYLE_PROVIDER_PRIORITY_APPLICATION.
      gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), OpaquePointer($0), 600)
    }
  }

  /// Uses the styles no longer.
  public func remove() {
    guard isAdded else { return }
    isAdded = false
    reference.withRaw(as: GObject.self) {
      gtk_style_context_remove_provider_for_display(gdk_display_get_default(), OpaquePointer($0))
    }
  }
}
#endif
