#if Maps
internal import CGTK
internal import CShumate
internal import CStageShumate
public import StagecraftGTK

/// A libshumate map, which the user drags and zooms.
///
/// As a ``HeavyResource`` it is dropped under memory pressure, and created again where it was:
///
/// ```swift
/// private lazy var map = HeavyResource(
///   of: self, "map", bytes: MapView.usualBytes,
///   make: { screen, region in MapView(.city, showing: region ?? screen.branch.region) },
///   snapshot: { map in map.region },
///   didMake: { screen, map in screen.place.content = map },
///   willDrop: { screen, _ in screen.place.content = nil })
/// ```
///
/// A map is cheap to create and expensive to fill. A `LocalPool` with a preference returns to each
/// screen the map that still shows its region, without loading a tile:
///
/// ```swift
/// static let maps = LocalPool(maximumIdle: 3) { MapView(.city) }
///
/// private lazy var map = HeavyResource(
///   of: self, "map", from: Self.maps, preferring: { screen in screen.branch },
///   prepare: { screen, map, isPreferred, region in
///     if !isPreferred { map.region = region ?? screen.branch.region }
///   },
///   snapshot: { map in map.region },
///   didMake: { screen, map in screen.place.content = map },
///   willDrop: { screen, _ in screen.place.content = nil })
/// ```
open class MapView: Widget {
  /// About how many bytes a map holds: the tiles of a region of 800 × 600 pixels.
  ///
  /// A map that was dragged holds more, because libshumate keeps tiles that it has shown.
  public static let usualBytes = 7 << 20

  /// Called on each change of ``loadState``.
  public var onLoadStateChange: (@MainActor (MapLoadState) -> Void)?
  /// Called when the user clicks a mark.
  public var onMarkerClick: (@MainActor (MapMarker) -> Void)?

  /// The marks.
  public var markers: [MapMarker] = [] { didSet { if markers != oldValue { showMarkers() } } }

  private let loader: TileLoader
  private let layer: MarkerLayer

  /// Creates a map.
  ///
  /// - Parameters:
  ///   - tiles: Where the tiles come from.
  ///   - region: What the map shows.
  public init(_ tiles: TileSource, showing region: MapRegion? = nil) {
    let map = shumate_simple_map_new()!
    loader = TileLoader(tiles)
    layer = MarkerLayer(above: shumate_simple_map_get_viewport(map))
    super.init(UnsafeMutableRawPointer(map).assumingMemoryBound(to: GtkWidget.self))
    expands = true
    setAccessibleLabel("Map")
    setZoomLabels(in: "Zoom In", out: "Zoom Out")
    loader.withRaw { shumate_simple_map_set_map_source(map, $0) }
    layer.add(to: map)
    layer.onClick = { [weak self] position in
      guard let self, markers.indices.contains(position) else { return }
      onMarkerClick?(markers[position])
    }
    loader.onChange = { [weak self] in
      guard let self else { return }
      onLoadStateChange?(loadState)
    }
    if let region { self.region = region }
  }

  /// The middle and the zoom level.
  ///
  /// Setting it moves the map at once. Latitudes beyond 85 degrees, longitudes beyond 180 degrees
  /// and zoom levels beyond those of the source are limited.
  public var region: MapRegion {
    get { MapRegion(center: center, zoom: zoom) }
    set {
      let region = newValue.limited(to: loader.zooms)
      withViewport { viewport in
        shumate_viewport_set_zoom_level(viewport, region.zoom)
        shumate_location_set_location(viewport, region.center.latitude, region.center.longitude)
      }
      loader.regionWasSet()
    }
  }

  /// The place in the middle.
  public var center: MapCoordinate {
    get {
      withViewport {
        MapCoordinate(
          latitude: shumate_location_get_latitude($0),
          longitude: shumate_location_get_longitude($0))
      }
    }
    set { region = MapRegion(center: newValue, zoom: zoom) }
  }

  /// The zoom level, limited to those of the source.
  public var zoom: Double {
    get { withViewport { shumate_viewport_get_zoom_level($0) } }
    set { region = MapRegion(center: center, zoom: newValue) }
  }

  /// Whether buttons to zoom are shown.
  public var showsZoomButtons: Bool {
    get { withOpaque { shumate_simple_map_get_show_zoom_buttons($0) != 0 } }
    set { withOpaque { shumate_simple_map_set_show_zoom_buttons($0, newValue ? 1 : 0) } }
  }

  /// Sets the accessible names and the tooltips of the buttons to zoom, which are in English at
  /// first.
  ///
  /// - Parameters:
  ///   - closer: The name of the button that zooms in.
  ///   - farther: The name of the button that zooms out.
  public func setZoomLabels(in closer: String, out farther: String) {
    withRaw {
      stage_map_set_zoom_label($0, "zoom-in-symbolic", closer)
      stage_map_set_zoom_label($0, "zoom-out-symbolic", farther)
    }
  }

  /// How far the tiles are loaded.
  ///
  /// The map requests tiles in the first frame after it was moved or received a size: until then
  /// the state is the former one. ``loaded()`` waits for that frame.
  public var loadState: MapLoadState { loader.state.loadState }

  /// Waits until the tiles of the region are loaded and drawn.
  ///
  /// - Throws: `CancellationError` if the map is removed from its window, or the task is cancelled.
  public func loaded() async throws {
    try await nextFrames(2)
    while case .loading = loadState { try await nextFrames() }
    try await nextFrames()
  }

  /// Where a place is drawn.
  ///
  /// - Parameter coordinate: The place.
  /// - Returns: The distance from the upper left corner of the map, which may be outside of it; nil
  ///   while the map has no size.
  public func position(of coordinate: MapCoordinate) -> (x: Double, y: Double)? {
    guard width > 0, height > 0 else { return nil }
    return withRaw { raw in
      withViewport { viewport in
        var x = 0.0
        var y = 0.0
        shumate_viewport_location_to_widget_coords(
          viewport, raw, coordinate.latitude, coordinate.longitude, &x, &y)
        return (x, y)
      }
    }
  }

  private func withViewport<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withOpaque { body(shumate_simple_map_get_viewport($0)) }
  }

  private func showMarkers() { layer.show(markers) }
}
#endif
