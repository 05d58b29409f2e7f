#if Maps
internal import CShumate
internal import CStageShumate
internal import StagecraftGTK

/// One for each map: libshumate does not say for which map it requests a tile.
@MainActor
final class TileLoader {
  private let source: TileSource
  private var tiles: UnsafeMutableRawPointer?
  private(set) var state = TileLoadMachine()
  /// Cancelled here, because libshumate does not cancel the requests of a map that is destroyed.
  private var jobs: [Int: TileJob] = [:]
  private var lastJob = 0
  var onChange: (@MainActor () -> Void)?

  init(_ source: TileSource) {
    self.source = source
    var functions = StageTileFunctions(
      load: { loader, request, x, y, zoom in
        nonisolated(unsafe) let (loader, request) = (loader!, request!)  // guard: main thread
        let tile = TileSource.Tile(x: Int(x), y: Int(y), zoom: Int(zoom))
        let job = MainActor.assumeIsolated {
          let loader = Unmanaged<TileLoader>.fromOpaque(loader).takeUnretainedValue()
          return Retained(loader.load(tile, for: TileRequest(request)))
        }
        return job.pointer
      },
      cancelled: { Unmanaged<TileJob>.fromOpaque($0!).takeUnretainedValue().cancel() },
      destroy: { Unmanaged<TileJob>.fromOpaque($0!).release() })
    tiles = stage_tiles_new(
      Unmanaged.passUnretained(self).toOpaque(), &functions, source.name, source.license,
      UInt32(source.zooms.lowerBound), UInt32(source.zooms.upperBound), UInt32(source.tileSize))
    WidgetCensus.shared.made(tiles!)
  }

  isolated deinit {
    for job in jobs.values { job.cancel() }
    stage_tiles_disconnect(tiles)
    g_object_unref(tiles)
  }

  func withRaw<Result>(_ body: (UnsafeMutablePointer<ShumateMapSource>) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(tiles!.assumingMemoryBound(to: ShumateMapSource.self))
  }

  var zooms: ClosedRange<Int> { source.zooms }

  func regionWasSet() {
    state.regionWasSet()
    onChange?()
  }

  private func load(_ tile: TileSource.Tile, for request: TileRequest) -> TileJob {
    state.requested()
    onChange?()
    lastJob += 1
    let number = lastJob
    let load = source.load
    let job = TileJob(
      Task.detached { [weak self] in
        let image = try? await load(tile)
        let texture = image.flatMap { $0.texture() }
        await TileLoader.answer(request, with: texture)
        // A tile that is not needed any more has not failed.
        await self?.answered(number, hasFailed: texture == nil && !Task.isCancelled)
      })
    jobs[number] = job
    return job
  }

  private func answered(_ number: Int, hasFailed: Bool) {
    jobs[number] = nil
    state.answered(hasFailed: hasFailed)
    onChange?()
  }

  /// Necessary even if the map has gone.
  private static func answer(_ request: TileRequest, with texture: Texture?) {
    if let texture {
      texture.withPaintable { stage_tile_finish(request.pointer, $0) }
    } else {
      stage_tile_finish(request.pointer, nil)
    }
  }
}

private final class TileJob: Sendable {
  private let task: Task<Void, Never>
  init(_ task: Task<Void, Never>) { self.task = task }
  func cancel() { task.cancel() }
}

private struct Retained: @unchecked Sendable {  // guard: immutable
  let pointer: UnsafeMutableRawPointer
  init(_ job: TileJob) { pointer = Unmanaged.passRetained(job).toOpaque() }
}

private struct TileRequest: @unchecked Sendable {  // guard: used on the main actor only
  let pointer: UnsafeMutableRawPointer
  init(_ pointer: UnsafeMutableRawPointer) { self.pointer = pointer }
}

struct TileLoadMachine: Hashable, Sendable {
  private var pending = 0
  private var failures = 0
  private var hasRequested = false

  var loadState: MapLoadState {
    if pending > 0 { return .loading(pending) }
    return hasRequested ? .loaded(failures: failures) : .empty
  }

  mutating func requested() {
    pending += 1
    hasRequested = true
  }

  mutating func answered(hasFailed: Bool) {
    require(pending > 0, "A tile was answered that was not requested.")
    pending -= 1
    if hasFailed { failures += 1 }
  }

  /// Failures of the previous region do not count any more.
  mutating func regionWasSet() { failures = 0 }
}
#endif
