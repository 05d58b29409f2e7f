struct GroupEventsFile {
  let path: String
  private let file: FileDescriptor
  private var events: GroupEvents

  /// Whether the kernel signals changes; a file of any other kind is polled.
  let hasSignals: Bool

  var number: Int32 { file.number }

  init(_ path: String) throws(PressureSourceError) {
    let text: [UInt8]
    do throws(SystemError) {
      file = try FileDescriptor.open(path, .read)
      // Reading also requests a signal for the next change.
      do throws(SystemError) {
        text = try file.contents(of: path)
      } catch {
        file.close()
        throw error
      }
    } catch {
      throw PressureSourceError("the cgroup does not report memory events (\(error))")
    }
    guard let events = GroupEvents(parsing: text) else {
      file.close()
      throw PressureSourceError("\(path) contains no event counters")
    }
    self.path = path
    self.events = events
    hasSignals = file.isKernelFile
  }

  init?(above folder: String) {
    // Excludes events of sibling cgroups at limits of their own, where the kernel supports that.
    do throws(PressureSourceError) {
      try self.init("\(folder)/memory.events.local")
    } catch {
      guard let file = try? GroupEventsFile("\(folder)/memory.events") else { return nil }
      self = file
    }
  }

  enum Finding {
    case change(GroupChange?)
    case nonsense
  }

  /// Reads the file again, which also requests a signal for the next change.
  mutating func look() throws(SystemError) -> Finding {
    guard let now = GroupEvents(parsing: try file.contents(of: path)) else { return .nonsense }
    let change = now.change(since: events)
    events = now
    return .change(change)
  }

  func close() { file.close() }
}
