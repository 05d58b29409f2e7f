/// Hears from the Linux kernel that tasks stand still for want of memory.
///
/// The kernel counts for how long tasks waited for memory, and tells when they did so for a share
/// of two seconds: some of them for 150 ms (``PressureLevel/elevated``), for 400 ms
/// (``PressureLevel/high``), or all of them at once for 200 ms (``PressureLevel/critical``). That is
/// weighed against how much room there is: a stall while plenty of memory is available is never
/// more than elevated pressure.
///
/// It watches the process's own group where the kernel counts for it (version 2), else the whole
/// machine. Where the kernel refuses to tell, as it does in most containers, the file is read every
/// two seconds; ``PressureMonitor/sources`` says which it is.
public struct StallPressure: PressureSource {
  /// Whose stalls are meant.
  private enum Scope: Sendable {
    /// Those of the own group, or of the machine.
    case nearest
    case machine
    case group(MemoryGroup)
  }

  private let scope: Scope
  private let surroundings: PressureSurroundings

  /// The stalls of the process's own group, or of the machine where groups are not told of.
  ///
  /// - Parameter surroundings: where to look.
  public init(surroundings: PressureSurroundings = .current) {
    self.init(.nearest, surroundings)
  }

  /// The stalls of the whole machine, whatever group the process is in.
  ///
  /// - Parameter surroundings: where to look.
  /// - Returns: the source.
  public static func machineWide(
    surroundings: PressureSurroundings = .current
  ) -> StallPressure {
    StallPressure(.machine, surroundings)
  }

  /// The stalls of this group.
  init(_ group: MemoryGroup, surroundings: PressureSurroundings) {
    self.init(.group(group), surroundings)
  }

  private init(_ scope: Scope, _ surroundings: PressureSurroundings) {
    self.scope = scope
    self.surroundings = surroundings
  }

  /// What the source is called.
  public var name: String {
    if case .machine = scope { "stalls of the machine" } else { "stalls" }
  }

  /// Begins to watch.
  ///
  /// - Parameter reporter: takes what the source sees.
  /// - Returns: what ends the watch when it is dropped.
  /// - Throws: why there is nothing to watch: the kernel does not count, or does not tell.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    guard case .nearest = scope else { return try watchHere(reporter) }
    let own = try? MemoryGroup.own(in: surroundings)
    guard let own, own.version == .unified else { return try watchHere(reporter) }
    let source = self
    return try OwnGroupWatch.begin(in: surroundings, reporter) { _, reporter in
      try source.watchHere(reporter)
    }
  }

  /// Watches the stalls of what is the scope at the moment.
  private func watchHere(_ reporter: PressureReporter) throws -> PressureWatch {
    let lookout = try makeLookout(reporter)
    reporter.isWatching(lookout.summary)
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

  /// - Parameters:
  ///   - path: where the stalls are told.
  ///   - group: whose room counts; nil: that of the group in which the process is at that moment.
  ///   - reporter: takes what is seen.
  /// - Returns: what looks after it.
  /// - Throws: why there is nothing to watch.
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
    // The kernel may be out of room for one more trigger; those that it took are good.
    if !files.isEmpty { gauges.removeSubrange(files.count...) }
    let surroundings = surroundings
    let own = Confined(OwnGroup(in: surroundings))
    return StallLookout(
      path: path, gauges: gauges, files: files, refusal: refusal,
      standings: {
        if group == nil { _ = own.value.look() }
        let standing = (group ?? own.value.group)?.standing()
        let machine = MachineMemory.read(in: surroundings).map(MemoryStanding.init)
        return [standing, machine].compactMap { $0 }
      },
      reporter: reporter)
  }

  private static func read(_ path: String) throws(PressureSourceError) -> StallReading {
    let text: [UInt8]
    do {
      text = try SmallFile.read(path)
    } catch {
      throw PressureSourceError("the kernel does not tell of stalls (\(error))")
    }
    guard let reading = StallReading(parsing: text) else {
      throw PressureSourceError("\(path) says nothing of stalls")
    }
    return reading
  }

  /// Asks the kernel to tell when a trigger is set off: one open file is one trigger.
  private static func arm(
    _ trigger: StallTrigger, _ path: String
  ) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor.open(path, .readWrite)
    do throws(SystemError) {
      // Elsewhere the text would land in a file and never be answered.
      guard file.isKernelFile else { throw SystemError.refused("to set a trigger in \(path)") }
      try file.write(trigger.text, to: path)
      return file
    } catch {
      file.close()
      throw error
    }
  }
}
