/// The textbook's page: it makes its map afresh each time.
final class TextbookPage: Page {
  let branch: Branch
  let app: LibraryApp
  private(set) var map: BranchMap?

  init(of branch: Branch, in app: LibraryApp) {
    self.branch = branch
    self.app = app
  }

  func loadView() {
    let map = BranchMap(from: app.atlas)
    map.show(branch)
    self.map = map
  }

  func viewDidDisappear() {
    map = nil
  }
}
