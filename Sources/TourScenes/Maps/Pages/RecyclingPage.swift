internal import Stagecraft

/// A page that takes whichever map is free.
final class RecyclingPage: Page {
  let branch: Branch
  let app: LibraryApp
  private(set) var map: BranchMap?

  init(of branch: Branch, in app: LibraryApp) {
    self.branch = branch
    self.app = app
  }

  func loadView() {
    let map = app.maps.acquire()
    map.show(branch)
    self.map = map
  }

  func viewDidDisappear() {
    if let map { app.maps.release(map) }
    map = nil
  }
}
