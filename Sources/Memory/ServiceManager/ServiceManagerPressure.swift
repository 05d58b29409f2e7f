internal import CStageFloor

/// Hears from the service manager that memory is short, as systemd's services do.
///
/// `MEMORY_PRESSURE_WATCH` names what to watch: a file of the kernel's, a FIFO, a device, or a local
/// socket; `MEMORY_PRESSURE_WRITE` holds what is to be written to it first, encoded as Base64. If
/// the first is empty or names `/dev/null`, nobody is to watch anything: ``PressureSources/automatic``
/// then has no source at all.
///
/// The service manager knows one degree of pressure. It counts as ``PressureLevel/elevated``, and as
/// one level worse each time it is said again within five seconds, but not more than once in a
/// second. The little room that the process's group has left makes it worse at once. For a file of
/// the kernel's it works the other way round, too: the kernel also tells of stalls while there is
/// plenty of memory, and that is never more than elevated pressure. Its events are checked against
/// what the file says, because the first may be false.
///
/// After each event it does not listen for a tenth of a second: a storm is one event.
public struct ServiceManagerPressure: PressureSource {
  private let surroundings: PressureSurroundings

  /// What these surroundings' environment asks for.
  ///
  /// - Parameter surroundings: where to look. What a variable names is not below their root.
  public init(surroundings: PressureSurroundings = .current) { self.surroundings = surroundings }

  /// What the source is called.
  public var name: String { "service manager" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: takes what the source sees.
  /// - Returns: what ends the watch when it is dropped.
  /// - Throws: why there is nothing to watch: the variable is not set, says that nobody is to watch,
  ///   or names what is missing or cannot be watched.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    let lookout = try makeLookout(reporter)
    return WatchThread.shared.add(lookout)
  }

  func makeLookout(
    _ reporter: PressureReporter
  ) throws(PressureSourceError) -> ServiceManagerLookout {
    let variable = ServiceManagerOrder.watchVariable
    switch try ServiceManagerOrder(surroundings.environment) {
    case .none: throw PressureSourceError("\(variable) is not set")
    case .off: throw PressureSourceError("\(variable) says that nobody is to watch")
    case .watch(let path, let bytes):
      // Before the trigger is set: what happens in between is then counted, not lost.
      let gauge = Self.gauge(path, bytes)
      let endpoint = try ServiceManagerEndpoint.open(path, write: bytes)
      reporter.isWatching(path)
      return ServiceManagerLookout(
        endpoint, gauge: endpoint.kind == .kernelFile ? gauge : nil, reporter: reporter,
        headroom: Headroom.reader(in: surroundings))
    }
  }

  /// What checks the events of a file of stalls, if `path` is one and `bytes` set a trigger there.
  private static func gauge(_ path: String, _ bytes: [UInt8]) -> StallGauge? {
    // To read from a FIFO would take away what somebody has written.
    guard
      stage_kind_at(path) == STAGE_FILE_REGULAR,
      let trigger = StallTrigger(order: bytes), let text = try? SmallFile.read(path),
      let reading = StallReading(parsing: text)
    else { return nil }
    return StallGauge(trigger, reading: reading)
  }
}

extension StallTrigger {
  /// The trigger that such bytes set; nil: they set none.
  ///
  /// `some 200000 2000000`, and a zero.
  init?(order bytes: [UInt8]) {
    let text = bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
    let fields = TextReading.fields(of: text)
    guard fields.count == 3, let threshold = TextReading.number(fields[1]) else { return nil }
    guard TextReading.is(fields[0], "some") || TextReading.is(fields[0], "full") else { return nil }
    self.init(all: TextReading.is(fields[0], "full"), threshold: threshold, level: .elevated)
  }
}
