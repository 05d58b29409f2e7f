/// Reads what a program shows.
///
/// GTK 4.8 says neither that the hidden pages of a stack are hidden, nor where an unopened one is.
/// So what has no size is left out, and of several pages in one place the one that a click would hit
/// is taken.
struct TreeReader {
  private let bus: AccessibilityBus
  private let name: String
  private var items: [String: [Tree.Item]] = [:]
  private var frames: [String: Frame] = [:]
  private var described: Set<String> = []
  /// Pages below others.
  private var hidden: Set<String> = []

  static func read(_ name: String, on bus: AccessibilityBus) throws -> Tree {
    var reader = TreeReader(bus: bus, name: name)
    return try reader.read()
  }

  private init(bus: AccessibilityBus, name: String) { (self.bus, self.name) = (bus, name) }

  private mutating func read() throws -> Tree {
    items = try bus.items(of: name)
    var clips: [String: Frame] = [:]
    var level = [Tree.Item.root]
    while !level.isEmpty {
      let new = level.filter { item in
        items[item.path, default: []].count < item.childCount
          && described.insert(item.path).inserted
      }
      if !new.isEmpty {
        bus.describeChildren(of: new.map(\.path), in: name)
        items = try bus.items(of: name)
      }
      let children = level.flatMap { items[$0.path, default: []] }
      let placed = children.filter(\.isPlaced).map(\.path)
      for (path, frame) in zip(placed, bus.frames(of: placed, in: name)) { frames[path] = frame }
      for parent in level { hideAllButOnePage(of: parent) }
      level = children.filter { item in
        if hidden.contains(item.path) { return false }
        let outer = clips[item.parent]
        guard let frame = frames[item.path] else {
          clips[item.path] = outer
          return true
        }
        clips[item.path] = item.clip(frame, outer)
        return frame.meets(outer ?? frame)
      }
    }
    return Tree(items.mapValues { $0.filter { !hidden.contains($0.path) } }, frames)
  }

  /// Pages of a stack have no place, only their content has; a squeezer shows one of its children.
  private mutating func hideAllButOnePage(of parent: Tree.Item) {
    let isSqueezer = parent.name == "AdwSqueezer"
    let pages = items[parent.path, default: []].filter { isSqueezer || !$0.isPlaced }.map(\.path)
    guard pages.count > 1, let frame = frames[parent.path] else { return }
    var path = bus.path(
      atX: frame.x + frame.width / 2, y: frame.y + frame.height / 2, below: parent.path, in: name)
    while let now = path, now != parent.path, now != Tree.rootPath {
      if pages.contains(now) {
        hidden.formUnion(pages.filter { $0 != now })
        return
      }
      path = bus.parent(of: now, in: name)
    }
  }
}
