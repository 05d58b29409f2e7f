/// A view that shows nothing, for screens in tests.
///
/// It has a name, a text that a user might have typed, and subviews, of which some are shown. A
/// ``RecorderStage`` puts the views of screens into that of their container, as a toolkit's would.
///
/// ```swift
/// final class BranchScreen: Screen<FakeView> {
///   override func loadView() -> FakeView { FakeView("branch") }
/// }
/// ```
@MainActor
open class FakeView {
  /// What it is called in reports.
  public let name: String
  /// What a user might have typed.
  public var text = ""

  /// The views in it, in order, also those that are not shown.
  public internal(set) final var subviews: [FakeView] = []
  /// The view that it is in.
  public private(set) final weak var superview: FakeView?
  /// The same by its number, for comparing: a look is cheaper than at what is weak.
  private final var superviewNumber = 0
  private final let number: Int
  private static var lastNumber = 0
  /// Whether the view that it is in shows it.
  public internal(set) final var isShown = false

  /// A view in no other.
  ///
  /// - Parameter name: what it is called in reports.
  public init(_ name: String = "view") {
    self.name = name
    Self.lastNumber += 1
    number = Self.lastNumber
  }

  /// The subviews that are shown, in order.
  public final var shownSubviews: [FakeView] { subviews.filter(\.isShown) }

  /// The names of this view and of all that is shown in it, each before those in it.
  public final var shownNames: [String] { [name] + shownSubviews.flatMap(\.shownNames) }

  /// Whether it is in another view than this one.
  func isElsewhere(than view: FakeView) -> Bool {
    superviewNumber != view.number && superview != nil
  }

  /// Puts exactly these views in here.
  func setSubviews(_ views: [FakeView]) {
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
  /// Where a view is; found at once if most are in the order that they were in.
  fileprivate func place(of view: FakeView, near place: Int) -> Int? {
    if place < count, self[place] === view { return place }
    for (index, other) in enumerated() where other === view { return index }
    return nil
  }
}
