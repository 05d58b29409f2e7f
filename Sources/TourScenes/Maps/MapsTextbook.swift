/// The textbook's page: it creates a new map each time.
final class TextbookPage: Page {
  override func loadView() {
    show(BranchMap(of: app.city))
  }

  override func viewDidDisappear() {
    map = nil
  }
}

/// The textbook's other page: all pages share one map.
final class SingletonPage: Page {
  override func loadView() { show(app.sharedMap) }
}
