internal import Stagecraft

/// Our page: it borrows a map, and prefers the one that still shows its branch.
final class PooledPage: Page {
  let branch: Branch
  let app: LibraryApp
  private(set) var map: BranchMap?

  init(of branch: Branch, in app: LibraryApp) {
    self.branch = branch
    self.app = app
  }

  func loadView() {
    let map = app.maps.acquire(preferring: branch)
    map.show(branch)
    self.map = map
  }

  func viewDidDisappear() {
    if let map { app.maps.release(map) }
    map = nil
  }
}
