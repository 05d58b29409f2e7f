/// What a stage is to show.
public struct StageScene<View: AnyObject> {
  /// One screen of the container.
  public struct Item {
    /// Tells screens apart.
    public var screen: ScreenID
    /// What a bar calls it.
    public var title: String
    /// Where it is in the container, counted from 0.
    ///
    /// Pages that nobody has asked for yet are no items: they leave gaps.
    public var position: Int
    /// Its view, if it is there.
    public var view: View?
    /// Whether it is seen when the container is; then it has a view.
    public var isVisible: Bool
    /// Whether it covers what is before it: false for a sheet.
    public var isOpaque: Bool
  }

  /// All screens of the container: from the bottom of a stack, from the first tab or page, from the
  /// root of a window.
  public var items: [Item]
  /// The item that is on top, or selected; nil only if there are none.
  public var current: Int?
  /// How many positions there are: as many as items, or as pages.
  public var count: Int
}
