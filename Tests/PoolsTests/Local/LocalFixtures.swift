import StagecraftPools

/// Counts the maps of one test.
final class Census {
  var born = 0
  var alive = 0
}

/// A map that records its calls.
final class BranchMap {
  let number: Int
  var shown: String?
  var preparations = 0
  var onDeinit: (() -> Void)?
  private let census: Census

  init(_ census: Census = Census()) {
    self.census = census
    census.born += 1
    census.alive += 1
    number = census.born
  }

  deinit {
    census.alive -= 1
    onDeinit?()
  }

  func show(_ branch: String) { shown = branch }

  func clear() {
    shown = nil
    preparations += 1
  }
}
