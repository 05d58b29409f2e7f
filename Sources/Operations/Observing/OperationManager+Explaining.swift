internal import StageFloor
public import StagecraftTraces

extension OperationManager {
  /// The recorded trace of the manager's operations.
  ///
  /// It is empty unless ``Configuration/recordsTrace`` is set. Operations that have not ended are
  /// included with their steps so far; of the ended ones, only the last
  /// ``Configuration/traceCapacity`` are retained.
  public var trace: OperationTrace {
    let entries = Engine.shared.lock.withLock { recorder?.entries ?? [] }
    return OperationTrace(
      name: name, nodes: entries.map(\.described).sorted { $0.id < $1.id })
  }

  /// Explains in one sentence why an operation has not progressed.
  ///
  /// `“favourite” waits for “login”, which has run for 3.2 s on main.`
  ///
  /// - Parameter operation: Any operation, of this manager or another.
  /// - Returns: What the operation waits for, what that one waits for, and so on up to a running
  ///   operation. The text is for people and must not be parsed.
  public func explain(_ operation: AnyOperationHandle) -> String {
    let now = operation.manager.timekeeper.now
    let explanation = Engine.shared.modify { _ in
      Engine.shared.explanation(of: operation.core, at: now)
    }
    return explanation.sentence
  }
}

struct Explanation: Sendable {
  fileprivate var text: String
  fileprivate var reason: OperationError.Reason?

  /// Built without the lock: the reason may contain the description of a user's error.
  var sentence: String { text + (reason.map { ": \($0)" } ?? "") + "." }
}

extension Engine {
  private static var longestExplanation: Int { 12 }

  /// Under the lock.
  func explanation(of handle: AnyOperationHandle, at now: Int64) -> Explanation {
    var text = "“\(handle.name)” "
    var handle = handle
    var path = [handle]
    for _ in 0..<Self.longestExplanation {
      guard let slot = machine.slot(of: handle.id), handle.details.verdict == nil else {
        return Explanation(text: text + endedText(handle), reason: handle.details.reason)
      }
      let (words, next) = step(path, slot, at: now)
      text += words
      guard let next, let other = self.handle(at: next) else { return Explanation(text: text) }
      text += " “\(other.name)”, which "
      handle = other
      path.append(other)
    }
    return Explanation(text: text + "waits for others")
  }

  private func endedText(_ handle: AnyOperationHandle) -> String {
    guard let verdict = handle.details.verdict else { return "has not been submitted" }
    let ending = verdict.ending
    return "has \(ending == .succeeded || ending == .failed ? "" : "been ")\(ending)"
  }

  /// The last operation of the path is explained; each of them waits for the next.
  private func step(
    _ path: [AnyOperationHandle], _ slot: Slot, at now: Int64
  ) -> (String, Slot?) {
    let handle = path[path.count - 1]
    let record = machine[slot]
    let state = machine.managers[Int(record.manager)]
    switch record.phase {
    case .waiting, .resting:
      if let next = machine.firstObstacle(of: slot) { return ("waits for", next) }
      if !record.isSubmitted { return ("has not been submitted", nil) }
      return ("pauses before attempt \(handle.details.attempt + 1)", nil)
    case .checkDue: return ("is about to evaluate its conditions", nil)
    case .checking: return ("is evaluating its conditions", nil)
    case .inLine:
      guard let (category, holder) = machine.missingCategory(of: slot) else {
        return ("waits for its categories", nil)
      }
      let name = handle.options.categories.first { $0.index == category }?.name ?? ""
      return ("waits for category “\(name)”, held by", holder)
    case .ready:
      if state.isSuspended { return ("waits until “\(handle.manager.name)” is resumed", nil) }
      if state.hasSlot { return ("is about to start", nil) }
      let words = "waits for a free slot in “\(handle.manager.name)”, which has \(state.limit)"
      return (words + slotCircle(path, record.manager), nil)
    case .scheduling: return ("waits to be started by its type", nil)
    case .executing where handle.details.isRechecking:
      return ("is evaluating its conditions", nil)
    case .executing:
      let time = runningTime(handle, at: now)
      guard let next = machine.firstAwaited(by: slot) else {
        return ("has run for \(time) on \(handle.options.lane.name)", nil)
      }
      return ("has run for \(time), and waits for", next)
    case .closing: return ("waits for its child", machine.firstChild(of: slot))
    case .ended: return (endedText(handle), nil)
    }
  }

  /// Names an operation that occupies a slot of the manager while a task that its body started waits
  /// for an operation of the path; empty if there is none among the first waiters of each.
  private func slotCircle(_ path: [AnyOperationHandle], _ manager: Int32) -> String {
    for handle in path {
      for waiter in handle.details.existingExtras?.waiters.some ?? [] {
        guard let starter = waiter.starter, let slot = machine.slot(of: starter),
          machine[slot].holdsSlot, machine[slot].manager == manager
        else { continue }
        return ": “\(name(of: starter))” has one, and one of its tasks waits for “\(handle.name)”"
      }
    }
    return ""
  }

  private func runningTime(_ handle: AnyOperationHandle, at now: Int64) -> String {
    let milliseconds = (now - handle.details.startedAt) / 1_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }
}
