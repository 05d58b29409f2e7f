/// A minimal navigation stack: an array, and four closures for each page.
///
/// It supports no transition that takes time, no cancellation, no queue, no state, and no
/// observers: it is the floor, and makes only the necessary calls.
@MainActor
final class ClosureStack {
  struct Page {
    var view: View
    var willAppear: @MainActor () -> Void
    var didAppear: @MainActor () -> Void
    var willDisappear: @MainActor () -> Void
    var didDisappear: @MainActor () -> Void
  }

  /// Stands for a toolkit's view.
  @MainActor
  final class View {
    var isShown = false
  }

  /// The callbacks of a page.
  @MainActor
  private final class Counter {
    var steps = 0
  }

  private var pages: [Page] = []

  /// A stack with one page.
  init() {
    let root = Self.makePage()
    show(nil, root) { pages.append(root) }
  }

  /// A page that counts its callbacks, as ``BranchScreen`` does.
  static func makePage() -> Page {
    let counter = Counter()
    return Page(
      view: View(), willAppear: { counter.steps &+= 1 }, didAppear: { counter.steps &+= 1 },
      willDisappear: { counter.steps &+= 1 }, didDisappear: { counter.steps &+= 1 })
  }

  func push(_ page: Page) {
    show(pages.last, page) { pages.append(page) }
  }

  func pop() {
    guard pages.count > 1 else { return }
    show(pages[pages.count - 1], pages[pages.count - 2]) { pages.removeLast() }
  }

  private func show(_ old: Page?, _ new: Page, _ change: () -> Void) {
    old?.willDisappear()
    new.willAppear()
    change()
    old?.view.isShown = false
    new.view.isShown = true
    old?.didDisappear()
    new.didAppear()
  }
}
