internal import CStageFloor

/// A source of the service manager's memory pressure notifications, as systemd sends them.
///
/// `MEMORY_PRESSURE_WATCH` names what to watch: a kernel file, a FIFO, a device, or a local socket.
/// `MEMORY_PRESSURE_WRITE` contains bytes to write to it first, encoded as Base64. If the first is
/// empty or names `/dev/null`, monitoring is turned off: ``PressureSources/automatic`` then has no
/// source at all.
///
/// The service manager has one level of pressure. It counts as ``PressureLevel/elevated``, and each
/// repetition within five seconds raises the level by one, at most once a second. Little room in
/// the process's cgroup raises it at once. For a kernel file plenty of room also lowers it: the
/// kernel signals stalls even while there is plenty of memory, and such an event is at most
/// elevated pressure. Kernel events are checked against the contents of the file, because the first
/// may be spurious.
///
/// After each event the source pauses for a tenth of a second, so that a burst counts as one event.
public struct ServiceManagerPressure: PressureSource {
  private let surroundings: PressureSurroundings

  /// Creates a source as configured by the environment.
  ///
  /// - Parameter surroundings: The environment variables. The path that they name is not prefixed
  ///   with the root.
  public init(surroundings: PressureSurroundings = .current) { self.surroundings = surroundings }

  /// The name of the source.
  public var name: String { "service manager" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: Receives the reports.
  /// - Returns: A watch, which ends when it is deallocated.
  /// - Throws: ``PressureSourceError`` if the variable is not set, turns monitoring off, or names a
  ///   file that is missing or cannot be watched.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    let lookout = try makeLookout(reporter)
    return WatchThread.shared.add(lookout)
  }

  func makeLookout(
    _ reporter: PressureReporter
  ) throws(PressureSourceError) -> ServiceManagerLookout {
    let variable = ServiceManagerConfiguration.watchVariable
    switch try ServiceManagerConfiguration(surroundings.environment) {
    case .none: throw PressureSourceError("\(variable) is not set")
    case .off: throw PressureSourceError("\(variable) turns monitoring off")
    case .watch(let path, let bytes):
      // Before the trigger is set: stalls in between are then counted, not lost.
      let gauge = Self.gauge(path, bytes)
      let endpoint = try ServiceManagerEndpoint.open(path, write: bytes)
      reporter.reportWatching(path)
      return ServiceManagerLookout(
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
