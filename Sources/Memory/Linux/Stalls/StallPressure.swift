/// Tasks that stall on memory, from Linux pressure stall information (PSI).
///
/// Where the kernel refuses to signal, as in most containers, the file is polled.
struct StallPressure: PressureSource {
  private let group: MemoryGroup?
  private let surroundings: PressureSurroundings

  init(of group: MemoryGroup? = nil, surroundings: PressureSurroundings = .current) {
    self.group = group
    self.surroundings = surroundings
  }

  var name: String { group == nil ? "stalls of the machine" : "stalls" }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    let watcher = try makeWatcher(reporter)
    reporter.reportWatching(watcher.summary)
    return WatchThread.shared.add(watcher)
  }

  func makeWatcher(_ reporter: PressureReporter) throws(PressureSourceError) -> StallWatcher {
    let path =
      group.map { "\($0.home)/memory.pressure" } ?? surroundings.root + "/proc/pressure/memory"
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
    let (group, surroundings) = (group, surroundings)
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
