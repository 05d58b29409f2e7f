// A page on the main actor that keeps its map for its lifetime.
// snippet.hide
import StagecraftPools

@MainActor final class BranchMap {}

// snippet.show
@MainActor final class BranchPage {
  private let map: LocalOwnedLease<BranchMap>

  init(maps: LocalPool<BranchMap>) {
    map = maps.ownedLease()
  }
}
// snippet.hide

@MainActor func visit() {
  let maps = LocalPool { BranchMap() }
  var page: BranchPage? = BranchPage(maps: maps)
  print("On loan: \(maps.snapshot.onLoan).")
  withExtendedLifetime(page) {}
  page = nil
  print("At rest: \(maps.snapshot.idle).")
}

visit()
