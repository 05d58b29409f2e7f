/// What a stage shows: the screens of a container, and which of them are visible.
///
/// The items are collected when a stage reads them, so a stage that reads only ``visibleItems``
/// does not pay for the hidden screens. Titles and views are those of that moment: use a scene
/// inside the call that passes it, and a transition's scenes until the transition ends.
@MainActor
public struct ScreenStageScene<View: AnyObject> {
  /// One screen of the container.
  public struct Item {
    @usableFromInline var raw: ScreenStageItem

    /// The identity of the screen.
    public var screen: ScreenID {
      @inlinable get { raw.screen }
      @inlinable set { raw.screen = newValue }
    }
    /// The title to show in a bar.
    public var title: String {
      @inlinable get { raw.title }
      @inlinable set { raw.title = newValue }
    }
    /// The position in the container, counted from 0.
    ///
    /// Pages that have not been created are not items: they leave gaps.
    public var position: Int {
      @inlinable get { raw.position }
      @inlinable set { raw.position = newValue }
    }
    /// The screen's view, if it is loaded.
    public var view: View? {
      // The type was checked when the screen was added to the container.
      @inlinable get { raw.view.map { unsafeDowncast($0, to: View.self) } }
      @inlinable set { raw.view = newValue }
    }
    /// Whether the screen is visible when the container is; then it has a view.
    public var isVisible: Bool {
      @inlinable get { raw.isVisible }
      @inlinable set { raw.isVisible = newValue }
    }
    /// Whether the screen covers what is before it: false for a sheet.
    public var isOpaque: Bool {
      @inlinable get { raw.isOpaque }
      @inlinable set { raw.isOpaque = newValue }
    }

    @inlinable
    init(_ raw: ScreenStageItem) { self.raw = raw }

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
      raw = ScreenStageItem(
        screen: screen, title: title, position: position, view: view, isVisible: isVisible,
        isOpaque: isOpaque)
    }
  }

  @usableFromInline let raw: RawStageScene

  init(_ layout: ContainerLayout, of container: ScreenSlot) {
    raw = RawStageScene(layout: layout, container: container, ownItems: nil)
  }

  /// Creates a scene that belongs to no container, to test a stage.
  ///
  /// - Parameters:
  ///   - items: The screens.
  ///   - current: The index of the topmost or selected item.
  ///   - count: The number of positions.
  public init(items: [Item], current: Int?, count: Int) {
    let layout = ContainerLayout(
      .pages, items: items.map { .init(screen: .none, position: $0.position) }, current: current,
      count: count)
    raw = RawStageScene(layout: layout, container: .none, ownItems: items.map(\.raw))
  }

  /// All screens of the container: from the bottom of a stack, the first tab or page, or the root
  /// of a window.
  ///
  /// - Complexity: O(*n*)
  @inlinable public var items: [Item] { raw.items.map { Item($0) } }

  /// The visible screens that have a view, from the bottom to the top.
  @inlinable public var visibleItems: [Item] { raw.visibleItems.map { Item($0) } }

  /// The topmost or selected screen; nil only if there are no items.
  public var currentItem: Item? { raw.layout.current.map { item(at: $0) } }

  /// The index of the topmost or selected item; nil only if there are no items.
  public var current: Int? { raw.layout.current }

  /// The number of items.
  public var itemCount: Int { raw.layout.items.count }

  /// The number of positions: the number of items, or of pages.
  public var count: Int { raw.layout.count }

  /// Returns one screen of the container.
  ///
  /// - Parameter index: An index of ``items``.
  /// - Returns: The screen.
  public func item(at index: Int) -> Item { Item(raw.item(at: index)) }
}

@usableFromInline
struct ScreenStageItem {
  @usableFromInline var screen: ScreenID
  @usableFromInline var title: String
  @usableFromInline var position: Int
  @usableFromInline var view: AnyObject?
  @usableFromInline var isVisible: Bool
  @usableFromInline var isOpaque: Bool
}

/// Independent of the type of its views: what is generic is compiled where it is used.
@MainActor
@usableFromInline
struct RawStageScene {
  let layout: ContainerLayout
  let container: ScreenSlot
  let ownItems: [ScreenStageItem]?

  @usableFromInline var items: [ScreenStageItem] {
    if let ownItems { return ownItems }
    var items: [ScreenStageItem] = []
    items.reserveCapacity(layout.items.count)
    for index in layout.items.indices { items.append(item(at: index)) }
    return items
  }

  @usableFromInline var visibleItems: [ScreenStageItem] {
    if let ownItems { return ownItems.filter(\.isVisible) }
    var items: [ScreenStageItem] = []
    for index in layout.visible {
      let item = item(at: index)
      if item.isVisible { items.append(item) }
    }
    return items
  }

  @usableFromInline
  func item(at index: Int) -> ScreenStageItem {
    if let ownItems { return ownItems[index] }
    let trees = ScreenTrees.shared
    let item = layout.items[index]
    // In a scene that is used too late, the slot may be that of another screen, or of none.
    let node = trees.machine.node(at: item.screen)
    let screen = node?.parent == container ? trees.screen(item.screen) : nil
    let view = trees.lettingGo == item.screen ? nil : screen?.anyViewIfLoaded
    return ScreenStageItem(
      screen: node?.id ?? ScreenID(number: 0), title: screen?.title ?? "", position: item.position,
      view: view, isVisible: view != nil && layout.visible.contains(index),
      isOpaque: item.isOpaque)
  }
}
