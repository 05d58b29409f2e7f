/// One of version 2's files that count what happens to a group for want of memory.
struct GroupEventsFile {
  let path: String
  private let file: FileDescriptor
  /// What it said last.
  private var events: GroupEvents

  /// Whether the kernel tells of changes; a file of any other kind is read from time to time.
  let isTold: Bool

  /// Its number, for waiting.
  var number: Int32 { file.number }

  /// Opens the file, and reads what it says.
  ///
  /// - Parameter path: where it is.
  /// - Throws: why it is of no use.
  init(_ path: String) throws(PressureSourceError) {
    let text: [UInt8]
    do throws(SystemError) {
      file = try FileDescriptor.open(path, .read)
      // Reading it also asks to be told of the next change.
      do throws(SystemError) {
        text = try file.contents(of: path)
      } catch {
        file.close()
        throw error
      }
    } catch {
      throw PressureSourceError("the group does not tell of its limits (\(error))")
    }
    guard let events = GroupEvents(parsing: text) else {
      file.close()
      throw PressureSourceError("\(path) says nothing of limits")
    }
    self.path = path
    self.events = events
    isTold = file.isKernelFile
  }

  /// The file of a group above that has a limit; nil: there is none to be had.
  ///
  /// - Parameter folder: the group's.
  init?(above folder: String) {
    // Without what happens to groups beside ours at limits of their own, where the kernel can say.
    do throws(PressureSourceError) {
      try self.init("\(folder)/memory.events.local")
    } catch {
      guard let file = try? GroupEventsFile("\(folder)/memory.events") else { return nil }
      self = file
    }
  }

  /// What a look has found.
  enum Finding {
    case change(GroupChange?)
    /// What it says makes no sense.
    case nonsense
  }

  /// Reads it again, which also asks to be told of the next change.
  ///
  /// - Returns: what has happened since it was read before.
  /// - Throws: what the system says.
  mutating func look() throws(SystemError) -> Finding {
    guard let now = GroupEvents(parsing: try file.contents(of: path)) else { return .nonsense }
    let change = now.change(since: events)
    events = now
    return .change(change)
  }

  func close() { file.close() }
}
