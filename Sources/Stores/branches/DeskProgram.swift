#if SQLite
internal import SceneFloor
internal import StageFloor
internal import StagecraftSQLiteStore
internal import StagecraftSharedPools

/// What a desk does: a process that obeys the orders on its standard input.
struct DeskProgram: Sendable {
  let name: String
  let folder: String

  /// Obeys until there are no more orders.
  ///
  /// - Returns: The exit code.
  func run() async -> Int32 {
    let (orders, continuation) = AsyncStream.makeStream(of: String.self)
    readLines(STDIN_FILENO, continuation)
    let textbook = TextbookDesk(name: name, folder: folder)
    let ours = SharedDesk(name: name, folder: folder)
    for await order in orders {
      let words = order.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = words.count > 1 ? words[1] : ""
      let answer: String
      do {
        if let text = textbook.obey(words[0], rest) {
          answer = text
        } else {
          answer = try await ours.obey(words[0], rest)
        }
      } catch {
        answer = "failed \(error)"
      }
      writeLine(answer, to: STDOUT_FILENO)
    }
    return 0
  }
}

/// A desk that lends with a flag in a file, and with a lock that times out.
struct TextbookDesk: Sendable {
  let name: String
  let folder: String

  /// The flag: `free`, or the desk that lends the copy.
  private var flag: TextFile { TextFile(folder + "/flag") }
  /// The lock: the desk that holds it, and when it times out.
  private var lock: TextFile { TextFile(folder + "/lock") }
  private var catalogue: TextFile { TextFile(folder + "/catalogue") }

  /// Obeys an order; nil if it is not one of these.
  func obey(_ verb: String, _ rest: String) -> String? {
    switch verb {
    case "look": return flag.text
    case "take":
      flag.text = name
      return "taken"
    case "lock": return takeLock(timeout: Int64(rest) ?? 0)
    case "check":
      let parts = lock.text.split(separator: " ")
      let isMine = parts.count == 2 && parts[0] == name && (Int64(parts[1]) ?? 0) > machineTime()
      return isMine ? "mine" : "not mine"
    case "enter":
      catalogue.text = rest
      return "entered"
    default: return nil
    }
  }

  /// Waits until the lock is free or has timed out, and takes it: each step under a lock of the
  /// system, so that there is no race here.
  private func takeLock(timeout: Int64) -> String {
    while true {
      let wait = lock.withLock { text -> Int64 in
        let parts = text.split(separator: " ")
        let now = machineTime()
        if parts.count == 2, let end = Int64(parts[1]), end > now { return end - now }
        text = "\(name) \(now + timeout)"
        return 0
      }
      if wait == 0 { return "locked" }
      usleep(UInt32(wait) * 1_000)
    }
  }
}
#endif
