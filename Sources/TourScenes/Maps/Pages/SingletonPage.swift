/// A page of an app with a single map, which the pages pass to each other.
final class SingletonPage: Page {
  let branch: Branch
  let app: LibraryApp
  private(set) var map: BranchMap?

  init(of branch: Branch, in app: LibraryApp) {
    self.branch = branch
    self.app = app
  }

  func loadView() {
    let map = app.sharedMap
    map.show(branch)
    self.map = map
  }

  func viewDidDisappear() {
    map = nil
  }
}
