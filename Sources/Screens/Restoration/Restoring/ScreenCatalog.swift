/// Makes screens by the names under which they were archived.
///
/// ```swift
/// let catalog = ScreenCatalog()
/// catalog.register("book") { state in
///   guard let number = state.value(for: .book) else { return nil }
///   return BookScreen(number)
/// }
/// ```
@MainActor
public final class ScreenCatalog {
  private var makers: [String: @MainActor (StateReader) -> AnyScreen?] = [:]

  /// An empty catalog.
  public init() {}

  /// Says how a screen is made.
  ///
  /// Whoever was registered under this name before is replaced.
  ///
  /// - Parameters:
  ///   - name: its ``AnyScreen/restorationName``.
  ///   - make: makes a screen that has this name and is in no container; nil if there is no such
  ///     screen any more. It reads what ``AnyScreen/saveIdentity(into:)`` wrote, and what
  ///     ``AnyScreen/saveState(into:)`` wrote, which the screen gets again when its view is there.
  public func register(_ name: String, make: @escaping @MainActor (StateReader) -> AnyScreen?) {
    makers[name] = make
  }

  /// Whether a screen with this name can be made.
  ///
  /// - Parameter name: its ``AnyScreen/restorationName``.
  /// - Returns: whether it was registered.
  public func knows(_ name: String) -> Bool { makers[name] != nil }

  func maker(_ name: String) -> (@MainActor (StateReader) -> AnyScreen?)? { makers[name] }
}
