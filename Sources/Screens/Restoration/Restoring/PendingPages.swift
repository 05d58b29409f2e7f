/// The archived state of pages that have not been created yet.
@MainActor
final class PendingPages {
  private struct Pending {
    let node: ScreenNode
    let restorer: Restorer
    let path: String
  }

  private weak var container: AnyScreen?
  private var pages: [Int: Pending] = [:]
  private var shown: [Int: Pending] = [:]

  init() {}

  var nodes: [ScreenNode] { pages.values.map(\.node) }

  func clear() { pages = [:] }

  func add(_ node: ScreenNode, of container: AnyScreen, by restorer: Restorer, at path: String) {
    self.container = container
    let pending = Pending(node: node, restorer: restorer, path: path)
    if restorer.isNavigation { shown[node.place] = pending } else { pages[node.place] = pending }
  }

  /// Keeps what a page would save, if it can be recognized when it is created again.
  func keep(_ page: AnyScreen, of container: AnyScreen, at place: Int) {
    guard page.restorationName != nil, var node = page.archive().roots.first else {
      return
    }
    node.place = place
    add(node, of: container, by: Restorer(container.application.catalog), at: node.label)
  }

  func restored(_ page: AnyScreen, at place: Int) -> AnyScreen {
    let pending = [pages.removeValue(forKey: place), shown.removeValue(forKey: place)]
    guard let container else { return page }
    for pending in pending.compactMap(\.self) {
      let restorer = pending.restorer
      if restorer.isSame(page, pending.node) {
        let path = pending.node.path(in: pending.path)
        restorer.restore(pending.node, into: page, at: path)
      } else {
        restorer.lose(pending.node, .noSuchPage, at: pending.path, in: container)
      }
    }
    return page
  }
}
