/// What a stage shows.
public struct ScreenStageScene<View: AnyObject> {
  /// One screen of the container.
  public struct Item {
    /// The identity of the screen.
    public var screen: ScreenID
    /// The title to show in a bar.
    public var title: String
    /// The position in the container, counted from 0.
    ///
    /// Pages that have not been created are not items: they leave gaps.
    public var position: Int
    /// The screen's view, if it is loaded.
    public var view: View?
    /// Whether the screen is visible when the container is; then it has a view.
    public var isVisible: Bool
    /// Whether the screen covers what is before it: false for a sheet.
    public var isOpaque: Bool
  }

  /// All screens of the container: from the bottom of a stack, the first tab or page, or the root
  /// of a window.
  public var items: [Item]
  /// The index of the topmost or selected item; nil only if there are no items.
  public var current: Int?
  /// The number of positions: the number of items, or of pages.
  public var count: Int
}
