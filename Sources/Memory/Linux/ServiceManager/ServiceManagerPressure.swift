internal import CStageFloor

/// The service manager's memory pressure notifications, as systemd sends them.
///
/// Kernel events are checked against the contents of the file, because the first may be spurious.
/// After each event the source pauses for a tenth of a second, so that a burst counts as one event.
struct ServiceManagerPressure: PressureSource {
  private let surroundings: PressureSurroundings

  init(surroundings: PressureSurroundings = .current) { self.surroundings = surroundings }

  var name: String { "service manager" }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    let watcher = try makeWatcher(reporter)
    return WatchThread.shared.add(watcher)
  }

  func makeWatcher(
    _ reporter: PressureReporter
  ) throws(PressureSourceError) -> ServiceManagerWatcher {
    let variable = ServiceManagerConfiguration.watchVariable
    switch try ServiceManagerConfiguration(surroundings.environment) {
    case .none: throw PressureSourceError("\(variable) is not set")
    case .off: throw PressureSourceError("\(variable) turns monitoring off")
    case .watch(let path, let bytes):
      // Before the trigger is set: stalls in between are then counted, not lost.
      let gauge = Self.gauge(path, bytes)
      let endpoint = try ServiceManagerEndpoint.open(path, write: bytes)
      reporter.reportWatching(path)
      return ServiceManagerWatcher(
        endpoint, gauge: endpoint.kind == .kernelFile ? gauge : nil, reporter: reporter,
        headroom: Headroom.reader(in: surroundings))
    }
  }

  /// The gauge for a pressure stall file; nil if `path` is no such file or `bytes` set no trigger.
  private static func gauge(_ path: String, _ bytes: [UInt8]) -> StallGauge? {
    // Reading from a FIFO would consume what another process has written.
    guard
      stage_kind_at(path) == STAGE_FILE_REGULAR,
      let trigger = StallTrigger(parsing: bytes), let text = try? SmallFile.read(path),
      let reading = StallReading(parsing: text)
    else { return nil }
    return StallGauge(trigger, reading: reading)
  }
}

extension StallTrigger {
  /// Nil if the bytes set no trigger; the format is `some 200000 2000000` and a zero byte.
  init?(parsing bytes: [UInt8]) {
    let text = bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
    let fields = TextReading.fields(of: text)
    guard fields.count == 3, let threshold = TextReading.number(fields[1]) else { return nil }
    guard TextReading.is(fields[0], "some") || TextReading.is(fields[0], "full") else { return nil }
    self.init(all: TextReading.is(fields[0], "full"), threshold: threshold, level: .elevated)
  }
}
