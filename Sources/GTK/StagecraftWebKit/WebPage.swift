#if WebPages
/// What a web view shows, as the snapshot of a heavy resource.
public struct WebPage: Hashable, Sendable, Codable {
  /// Where a page comes from.
  public enum Content: Hashable, Sendable, Codable {
    /// The page at an address.
    case address(String)
    /// A text in HTML, and the address to which its links refer.
    case html(String, base: String?)
  }

  /// Where the page comes from.
  public var content: Content
  /// How far the page is scrolled.
  public var offset: WebOffset

  /// Creates a description of a page.
  ///
  /// - Parameters:
  ///   - content: Where the page comes from.
  ///   - offset: How far the page is scrolled.
  public init(_ content: Content, offset: WebOffset = WebOffset()) {
    self.content = content
    self.offset = offset
  }
}

/// How far a page is scrolled, in its own pixels.
public struct WebOffset: Hashable, Sendable, Codable {
  /// The distance from the left.
  public var x: Double
  /// The distance from the top.
  public var y: Double

  /// Creates an offset.
  ///
  /// - Parameters:
  ///   - x: The distance from the left.
  ///   - y: The distance from the top.
  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }
}

/// Why the process behind a web view has ended.
public enum WebProcessEnd: Hashable, Sendable {
  /// It crashed, or was killed by the system.
  case crashed
  /// It used more memory than ``WebProcesses`` allows.
  case exceededMemoryLimit
  /// The program ended it: see ``WebView/terminateProcess()``.
  case terminated
}

/// An error of a web view.
public struct WebViewError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, in words.
  public let description: String

  init(_ description: String) { self.description = description }
}
#endif
