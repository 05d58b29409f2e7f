#if canImport(UIKit) && canImport(SwiftUI) && !os(watchOS)
public import StagecraftScreens
public import SwiftUI
public import UIKit

/// A screen whose view is written in SwiftUI.
///
/// Use it like any other screen, in a ``ScreenController`` or in a container of screens.
///
/// ```swift
/// struct BookView: View {
///   let book: Book
///
///   var body: some View { Text(book.title) }
/// }
///
/// let screen = HostingScreen { BookView(book: momo) }
/// navigation.pushViewController(ScreenController(screen), animated: true)
/// ```
///
/// - The content is created each time the view is loaded. Its hosting controller becomes a child of
///   the controller that shows the screen, at the latest when the view enters a window; it is
///   removed when the view is unloaded or the screen is deinitialized.
/// - Unloading the view discards what SwiftUI stores in `@State`. Keep what the user would miss in
///   a model that the closure captures, or override ``AnyScreen/saveState(into:)`` and
///   ``AnyScreen/restoreState(from:)`` in a subclass. A hold keeps the view loaded.
/// - The navigation bar shows the screen's ``AnyScreen/title``, because the hosting controller is
///   not the controller on the stack.
///
/// A subclass may override any method without calling `super`.
open class HostingScreen<Content: SwiftUI.View>: Screen<UIView> {
  private let makeContent: @MainActor () -> Content
  @ViewBound private var child: HostedChild?

  /// Creates a screen, without a view.
  ///
  /// - Parameters:
  ///   - application: The application that the screen belongs to until it is added to a container.
  ///   - content: Creates the content; called each time the view is loaded.
  public init(
    in application: ScreenApplication = .shared,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) {
    makeContent = content
    super.init(in: application)
  }

  /// The hosting controller, or nil while the view is not loaded.
  ///
  /// For its options, and for replacing its `rootView`. Do not retain it: that would keep the view
  /// alive after it was unloaded.
  public final var hostingController: UIHostingController<Content>? {
    child?.controller as? UIHostingController<Content>
  }

  /// Creates the view with the content in it.
  ///
  /// - Returns: A view that contains the view of the hosting controller.
  public final override func loadView() -> UIView {
    let child = HostedChild(UIHostingController(rootView: makeContent()))
    self.child = child
    let view = HostingView(child)
    // In a container, the controller around the view is known once the view is in a window.
    if parent == nil, let controller { child.join(controller, in: view) }
    return view
  }
}
#endif
