#if GTK
internal import CGTK
internal import CStageGTK

/// What is dragged from one widget to another.
public struct DragKind: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case text
    case items(String)
  }

  let content: Content

  /// A text, which other programs accept and send, too.
  public static let text = DragKind(content: .text)

  /// Identifiers of things of a kind, which stay in this program.
  ///
  /// A target accepts only those of its own kind.
  ///
  /// - Parameter name: The kind, such as `order`.
  /// - Returns: The kind.
  public static func items(_ name: String) -> DragKind { DragKind(content: .items(name)) }

  @MainActor
  var type: GType {
    switch content {
    case .text: return GType(16 << 2)  // G_TYPE_STRING
    case .items(let name):
      // A name of a type has letters, digits and dashes only.
      return stage_item_type("StagecraftItem-" + name.utf8.map { "\($0)" }.joined(separator: "-"))
    }
  }
}

/// A drop on a widget.
public struct Drop: Hashable, Sendable {
  /// The text or the identifier that the source has given.
  public var payload: String
  /// The distance from the left edge of the widget.
  public var x: Double
  /// The distance from the upper edge of the widget.
  public var y: Double
  /// Whether the drop is below the middle of the widget: after it, in a list.
  public var isInLowerHalf: Bool
}
#endif
