/// The textbook's page: it makes a new map each time.
final class TextbookPage: Page {
  override func loadView() {
    show(BranchMap(of: app.city))
  }

  override func viewDidDisappear() {
    map = nil
  }
}

/// A page of an app with one map.
final class SingletonPage: Page {
  override func loadView() { show(app.sharedMap) }
}
