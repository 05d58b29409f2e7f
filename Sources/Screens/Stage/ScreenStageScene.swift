/// What a stage shows: the screens of a container, and which of them are visible.
///
/// Creating a scene costs nothing. Its items are collected when a stage asks for them, so a stage
/// that asks for the visible ones only does not pay for the screens below. Titles and views are
/// read at that moment: use a scene inside the call that passes it, and a transition's scenes until
/// the transition ends.
@MainActor
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

    /// Creates an item, to test a stage.
    ///
    /// - Parameters:
    ///   - screen: The identity of the screen.
    ///   - title: The title to show in a bar.
    ///   - position: The position in the container, counted from 0.
    ///   - view: The screen's view, if it is loaded.
    ///   - isVisible: Whether the screen is visible when the container is.
    ///   - isOpaque: Whether the screen covers what is before it.
    public init(
      screen: ScreenID, title: String = "", position: Int = 0, view: View? = nil,
      isVisible: Bool = true, isOpaque: Bool = true
    ) {
      self.screen = screen
      self.title = title
      self.position = position
      self.view = view
      self.isVisible = isVisible
      self.isOpaque = isOpaque
    }
  }

  private let layout: ContainerLayout
  private let container: ScreenSlot
  /// The items of a scene that belongs to no container.
  private let ownItems: [Item]?

  init(_ layout: ContainerLayout, of container: ScreenSlot) {
    self.layout = layout
    self.container = container
    ownItems = nil
  }

  /// Creates a scene that belongs to no container, to test a stage.
  ///
  /// - Parameters:
  ///   - items: The screens.
  ///   - current: The index of the topmost or selected item.
  ///   - count: The number of positions.
  public init(items: [Item], current: Int?, count: Int) {
    layout = ContainerLayout(
      .pages, items: items.map { .init(screen: .none, position: $0.position) }, current: current,
      count: count)
    container = .none
    ownItems = items
  }

  /// All screens of the container: from the bottom of a stack, the first tab or page, or the root
  /// of a window.
  ///
  /// - Complexity: O(*n*)
  public var items: [Item] { ownItems ?? layout.items.indices.map(item(at:)) }

  /// The visible screens, from the bottom to the top.
  public var visibleItems: [Item] {
    ownItems?.filter(\.isVisible) ?? layout.visible.map(item(at:))
  }

  /// The topmost or selected screen; nil only if there are no items.
  public var currentItem: Item? { layout.current.map(item(at:)) }

  /// The index of the topmost or selected item; nil only if there are no items.
  public var current: Int? { layout.current }

  /// The number of items.
  public var itemCount: Int { layout.items.count }

  /// The number of positions: the number of items, or of pages.
  public var count: Int { layout.count }

  /// Returns one screen of the container.
  ///
  /// - Parameter index: An index of ``items``.
  /// - Returns: The screen.
  public func item(at index: Int) -> Item {
    if let ownItems { return ownItems[index] }
    let trees = ScreenTrees.shared
    let item = layout.items[index]
    // In a scene that is used too late, the slot may be that of another screen.
    let isThere = trees.machine[item.screen].parent == container
    let screen = isThere ? trees.screen(item.screen) : nil
    var view: View?
    if trees.lettingGo != item.screen, let any = screen?.anyViewIfLoaded {
      // The type was checked when the screen was added.
      view = unsafeDowncast(any, to: View.self)
    }
    return Item(
      screen: trees.machine[item.screen].id, title: screen?.title ?? "", position: item.position,
      view: view, isVisible: layout.visible.contains(index) && view != nil,
      isOpaque: item.isOpaque)
  }
}
