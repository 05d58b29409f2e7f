internal import Stagecraft

/// Our page: it borrows a map, if possible the one that still shows its branch.
class PooledPage: Page {
  override func loadView() {
    show(app.maps.acquire(preferring: branch))
  }

  override func viewDidDisappear() {
    if let map { app.maps.release(map) }
    map = nil
  }
}

/// A page that borrows any map.
final class RecyclingPage: PooledPage {
  override func loadView() { show(app.maps.acquire()) }
}
