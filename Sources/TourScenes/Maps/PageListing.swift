/// The code of two pages, to print.
///
/// A program cannot read its own sources. So the text stands here once more, and a test compares it
/// with the files in `Pages`, line by line.
enum PageListing {
  /// What stands between the braces of ``TextbookPage``.
  static let textbook = """
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
    """

  /// What stands between the braces of ``PooledPage``.
  static let pooled = """
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
    """

  /// The listings beside each other.
  static var sideBySide: SideBySide {
    SideBySide(lines(of: textbook), lines(of: pooled))
  }

  private static func lines(of listing: String) -> [String] {
    listing.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
