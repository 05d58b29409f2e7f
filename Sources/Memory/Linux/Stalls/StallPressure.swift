/// A source for tasks that stall on memory, from Linux pressure stall information (PSI).
///
/// The kernel signals when tasks waited for memory for a part of two seconds: some of them for 150
/// ms (``PressureLevel/elevated``), for 400 ms (``PressureLevel/high``), or all of them at the same
/// time for 200 ms (``PressureLevel/critical``). The level also depends on the available room: a
/// stall while plenty of memory is available is at most elevated pressure.
///
/// The source watches the process's own cgroup where the kernel counts its stalls (cgroup v2), and
/// otherwise the whole machine. Where the kernel refuses to signal, as in most containers, the file
/// is read every two seconds; ``PressureMonitor/sources`` shows which is the case.
public struct StallPressure: PressureSource {
  private enum Scope: Sendable {
    /// Those of the process's own cgroup, or of the machine.
    case nearest
    case machine
    case group(MemoryGroup)
  }

  private let scope: Scope
  private let surroundings: PressureSurroundings

  /// Creates a source for the process's own cgroup, or for the machine where cgroups have no stall
  /// information.
  ///
  /// - Parameter surroundings: The file system root to examine.
  public init(surroundings: PressureSurroundings = .current) {
    self.init(.nearest, surroundings)
  }

  /// Returns a source for the whole machine, regardless of the process's cgroup.
  ///
  /// - Parameter surroundings: The file system root to examine.
  /// - Returns: The source.
  public static func machineWide(
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

  /// The name of the source.
  public var name: String {
    if case .machine = scope { "stalls of the machine" } else { "stalls" }
  }

  /// Begins to watch.
  ///
  /// - Parameter reporter: Receives the reports.
  /// - Returns: A watch, which ends when it is deallocated.
  /// - Throws: ``PressureSourceError`` if the kernel provides no stall information.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    guard case .nearest = scope else { return try watchHere(reporter) }
    let own = try? MemoryGroup.own(in: surroundings)
    guard let own, own.version == .unified else { return try watchHere(reporter) }
    let source = self
    return try OwnGroupWatch.begin(in: surroundings, reporter) { _, reporter in
      try source.watchHere(reporter)
    }
  }

  private func watchHere(_ reporter: PressureReporter) throws -> PressureWatch {
    let lookout = try makeLookout(reporter)
    reporter.reportWatching(lookout.summary)
    return WatchThread.shared.add(lookout)
  }

  func makeLookout(_ reporter: PressureReporter) throws(PressureSourceError) -> StallLookout {
    let machine = surroundings.root + "/proc/pressure/memory"
    switch scope {
    case .machine:
      return try makeLookout(machine, group: nil, reporter)
    case .group(let group):
      return try makeLookout("\(group.home)/memory.pressure", group: group, reporter)
    case .nearest:
      let group = try? MemoryGroup.own(in: surroundings)
      guard let group, group.version == .unified else {
        return try makeLookout(machine, group: nil, reporter)
      }
      do {
        return try makeLookout("\(group.home)/memory.pressure", group: group, reporter)
      } catch {
        return try makeLookout(machine, group: nil, reporter)
      }
    }
  }

  private func makeLookout(
    _ path: String, group: MemoryGroup?, _ reporter: PressureReporter
  ) throws(PressureSourceError) -> StallLookout {
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
    return StallLookout(
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
