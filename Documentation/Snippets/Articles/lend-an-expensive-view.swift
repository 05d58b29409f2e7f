// The object pool of textbooks.
// snippet.hide
final class MapView {
  func reset() {}
}

// snippet.show
final class MapPool {
  private var idle: [MapView] = []

  func acquire() -> MapView {
    idle.popLast() ?? MapView()
  }

  func release(_ map: MapView) {
    map.reset()
    idle.append(map)
  }
}
// snippet.hide

let maps = MapPool()
maps.release(maps.acquire())
