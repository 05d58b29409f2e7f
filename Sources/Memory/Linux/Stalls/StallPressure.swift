/// Tasks that stall on memory, from Linux pressure stall information (PSI).
///
/// It watches the process's own cgroup where the kernel counts its stalls (cgroup v2), and
/// otherwise the machine. Where the kernel refuses to signal, as in most containers, the file is
/// polled.
struct StallPressure: PressureSource {
  private enum Scope: Sendable {
    /// Those of the process's own cgroup, or of the machine.
    case nearest
    case machine
    case group(MemoryGroup)
  }

  private let scope: Scope
  private let surroundings: PressureSurroundings

  init(surroundings: PressureSurroundings = .current) {
    self.init(.nearest, surroundings)
  }

  static func machineWide(
    surroundings: PressureSurroundings = .current
  ) -> StallPressure {
    StallPressure(.machine, surroundings)
  }

  init(_ group: MemoryGroup, surroundings: PressureSurroundings) {
    self.init(.group(group), surroundings)
  }

  private init(_ scope: Scope, _ surroundings: PressureSurroundings) {
    self.scope = scope
    self.surroundings = surroundings
  }

  var name: String {
    if case .machine = scope { "stalls of the machine" } else { "stalls" }
  }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    guard case .nearest = scope else { return try watchHere(reporter) }
    let own = try? MemoryGroup.own(in: surroundings)
    guard let own, own.version == .unified else { return try watchHere(reporter) }
    let source = self
    return try OwnGroupWatch.begin(in: surroundings, reporter) { _, reporter in
      try source.watchHere(reporter)
    }
  }

  private func watchHere(_ reporter: PressureReporter) throws -> ObservationToken {
    let watcher = try makeWatcher(reporter)
    reporter.reportWatching(watcher.summary)
    return WatchThread.shared.add(watcher)
  }

  func makeWatcher(_ reporter: PressureReporter) throws(PressureSourceError) -> StallWatcher {
    let machine = surroundings.root + "/proc/pressure/memory"
    switch scope {
    case .machine:
      return try makeWatcher(machine, group: nil, reporter)
    case .group(let group):
      return try makeWatcher("\(group.home)/memory.pressure", group: group, reporter)
    case .nearest:
      let group = try? MemoryGroup.own(in: surroundings)
      guard let group, group.version == .unified else {
        return try makeWatcher(machine, group: nil, reporter)
      }
      do {
        return try makeWatcher("\(group.home)/memory.pressure", group: group, reporter)
      } catch {
        return try makeWatcher(machine, group: nil, reporter)
      }
    }
  }

  private func makeWatcher(
    _ path: String, group: MemoryGroup?, _ reporter: PressureReporter
  ) throws(PressureSourceError) -> StallWatcher {
    let reading = try Self.read(path)
    var gauges = StallTrigger.all.compactMap { StallGauge($0, reading: reading) }
    var files: [FileDescriptor] = []
    var refusal: SystemError?
    for gauge in gauges where refusal == nil {
      do throws(SystemError) {
        files.append(try Self.arm(gauge.trigger, path))
      } catch {
        refusal = error
      }
    }
    // The kernel may refuse further triggers; those that it accepted remain useful.
    if !files.isEmpty { gauges.removeSubrange(files.count...) }
    let surroundings = surroundings
    let own = Confined(OwnGroup(in: surroundings))
    return StallWatcher(
      path: path, gauges: gauges, files: files, refusal: refusal,
      uses: {
        if group == nil { _ = own.value.look() }
        let use = (group ?? own.value.group)?.limitUse()
        let machine = MachineMemory.read(in: surroundings).map(LimitUse.init)
        return [use, machine].compactMap { $0 }
      },
      reporter: reporter)
  }

  private static func read(_ path: String) throws(PressureSourceError) -> StallReading {
    let text: [UInt8]
    do {
      text = try SmallFile.read(path)
    } catch {
      throw PressureSourceError("the kernel does not report stalls (\(error))")
    }
    guard let reading = StallReading(parsing: text) else {
      throw PressureSourceError("\(path) contains no stall times")
    }
    return reading
  }

  /// Sets a trigger in the kernel: one open file is one trigger.
  private static func arm(
    _ trigger: StallTrigger, _ path: String
  ) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor.open(path, .readWrite)
    do throws(SystemError) {
      // In another file system the text would be written to a file and never be answered.
      guard file.isKernelFile else { throw SystemError.refused("to set a trigger in \(path)") }
      try file.write(trigger.text, to: path)
      return file
    } catch {
      file.close()
      throw error
    }
  }
}
