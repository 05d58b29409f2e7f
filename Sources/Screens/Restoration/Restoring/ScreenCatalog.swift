/// Creates screens by the names under which they were archived.
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
  private var makers: [String: @MainActor (ScreenStateReader) -> AnyScreen?] = [:]

  /// Creates an empty catalog.
  public init() {}

  /// Registers a closure that creates a screen.
  ///
  /// A closure registered before under the same name is replaced.
  ///
  /// - Parameters:
  ///   - name: The screen's ``AnyScreen/restorationName``.
  ///   - make: Creates a screen that has this name and is in no container; nil if the screen no
  ///     longer exists. It may read what ``AnyScreen/saveIdentity(into:)`` wrote, and what
  ///     ``AnyScreen/saveState(into:)`` wrote, which the screen receives again when its view is
  ///     created.
  public func register(_ name: String, make: @escaping @MainActor (ScreenStateReader) -> AnyScreen?)
  {
    makers[name] = make
  }

  /// Returns whether a closure is registered for a name.
  ///
  /// - Parameter name: The screen's ``AnyScreen/restorationName``.
  /// - Returns: Whether the name is registered.
  public func knows(_ name: String) -> Bool { makers[name] != nil }

  func maker(_ name: String) -> (@MainActor (ScreenStateReader) -> AnyScreen?)? { makers[name] }
}
