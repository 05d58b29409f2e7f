/// What maps are made from: the city, the size in which they show it, and who counts them.
struct Atlas: Sendable {
  let city: City
  let size: MapSize
  let census = Census()

  init(of city: City, size: MapSize) {
    self.city = city
    self.size = size
  }
}

/// The size of a map, in pixels.
struct MapSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// What fills a page.
  static let page = MapSize(width: 640, height: 480)
}
