#if Maps
/// A place on the earth.
public struct MapCoordinate: Hashable, Sendable, Codable {
  /// The latitude in degrees, from -85 to 85: the poles are not on the map.
  public var latitude: Double
  /// The longitude in degrees, from -180 to 180.
  public var longitude: Double

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - latitude: The latitude in degrees.
  ///   - longitude: The longitude in degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// What a map shows, as the snapshot of a heavy resource.
public struct MapRegion: Hashable, Sendable, Codable {
  /// The place in the middle.
  public var center: MapCoordinate
  /// The zoom level: with each step the map is twice as wide.
  public var zoom: Double

  /// Creates a region.
  ///
  /// - Parameters:
  ///   - center: The place in the middle.
  ///   - zoom: The zoom level.
  public init(center: MapCoordinate, zoom: Double) {
    self.center = center
    self.zoom = zoom
  }
}

extension MapRegion {
  /// libshumate ends the program if its scale is at a pole.
  ///
  /// What is not a number becomes zero.
  func limited(to zooms: ClosedRange<Int>) -> MapRegion {
    MapRegion(
      center: MapCoordinate(
        latitude: Self.limit(center.latitude, to: -85...85),
        longitude: Self.limit(center.longitude, to: -180...180)),
      zoom: Self.limit(zoom, to: Double(zooms.lowerBound)...Double(zooms.upperBound)))
  }

  private static func limit(_ number: Double, to range: ClosedRange<Double>) -> Double {
    let number = number.isNaN ? 0 : number
    return min(max(number, range.lowerBound), range.upperBound)
  }
}

/// A mark on a map.
public struct MapMarker: Hashable, Sendable, Codable, Identifiable {
  /// Identifies the mark among those of a map.
  public var id: String
  /// Where it is.
  public var coordinate: MapCoordinate
  /// The text beside it, which is also what assistive technologies read.
  public var title: String

  /// Creates a mark.
  ///
  /// - Parameters:
  ///   - id: Identifies the mark among those of a map.
  ///   - coordinate: Where it is.
  ///   - title: The text beside it.
  public init(_ id: String, at coordinate: MapCoordinate, title: String = "") {
    self.id = id
    self.coordinate = coordinate
    self.title = title
  }
}

/// How far the tiles of a map are loaded.
public enum MapLoadState: Hashable, Sendable {
  /// No tile has been requested: the map has no size yet.
  case empty
  /// This number of tiles are being loaded.
  case loading(Int)
  /// All requested tiles have been answered, of which this number failed since the region was last
  /// set.
  case loaded(failures: Int)
}
#endif
