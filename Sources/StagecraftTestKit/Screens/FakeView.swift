internal import StagecraftScreens

/// A view for tests that draws nothing.
///
/// It has a name, a text that a user might have entered, and subviews, each shown or hidden. A
/// ``RecorderStage`` adds the views of screens to the view of their container, as a toolkit would.
///
/// ```swift
/// final class BranchScreen: Screen<FakeView> {
///   override func loadView() -> FakeView { FakeView("branch") }
/// }
/// ```
@MainActor
open class FakeView {
  /// The name used in reports.
  public let name: String
  /// Text that a user might have entered.
  public var text = ""

  /// The subviews, in order, including those that are not shown.
  public private(set) final var subviews: [FakeView] = []
  /// The view that contains this view.
  public private(set) final weak var superview: FakeView?
  /// The number of the superview: reading it is cheaper than reading a weak reference.
  private final var superviewNumber = 0
  private final let number: Int
  private static var lastNumber = 0
  /// Whether the superview shows this view.
  public private(set) final var isShown = false

  /// Creates a view without a superview.
  ///
  /// - Parameter name: The name used in reports.
  public init(_ name: String = "view") {
    self.name = name
    Self.lastNumber += 1
    number = Self.lastNumber
  }

  /// The subviews that are shown, in order.
  public final var shownSubviews: [FakeView] { subviews.filter(\.isShown) }

  /// The names of this view and of all views shown in it, each before its subviews.
  public final var shownNames: [String] { [name] + shownSubviews.flatMap(\.shownNames) }

  /// Whether this view has a superview other than the given view.
  func isElsewhere(than view: FakeView) -> Bool {
    superviewNumber != view.number && superview != nil
  }

  /// Shows the views of a scene's items as its subviews.
  func show(_ items: [ScreenStageScene<FakeView>.Item]) {
    var views: [FakeView] = []
    views.reserveCapacity(items.count)
    for place in items.indices {
      guard let view = items[place].view else { continue }
      view.isShown = items[place].isVisible
      views.append(view)
    }
    setSubviews(views)
  }

  private func setSubviews(_ views: [FakeView]) {
    var next = 0
    for view in subviews where view.superviewNumber == number {
      if let place = views.place(of: view, near: next) {
        next = place + 1
        continue
      }
      view.superview = nil
      view.superviewNumber = 0
      view.isShown = false
    }
    subviews = views
    for view in views where view.superviewNumber != number {
      view.superview = self
      view.superviewNumber = number
    }
  }
}

extension [FakeView] {
  /// Returns the position of a view; immediate if most views are in their previous order.
  fileprivate func place(of view: FakeView, near place: Int) -> Int? {
    if place < count, self[place] === view { return place }
    for (index, other) in enumerated() where other === view { return index }
    return nil
  }
}
