@testable import StagecraftPools

/// The specification of a keyed pool, in the plainest way: arrays that are searched from the start.
///
/// It receives the events and the machine's decisions about single elements. It decides on its own
/// which borrower is served, and a test compares.
struct NaiveKeyedLine {
  enum Phase: Equatable { case building, idle, out, destroying }

  struct Slot: Equatable {
    var key: String
    var phase: Phase
    /// Its place among all creations ever begun.
    var begun: Int
    /// It is being created, and a wait for it has timed out.
    var isOverdue = false
  }

  struct Waiter: Equatable {
    var number: Int
    var key: String
    /// Its position in the order of all requests.
    var turn: Int
    var deadline: Int64?
  }

  typealias Said = KeyedConversation.Said

  var capacity: Int
  var perKey: Int
  var concurrentBuilds: Int
  var maximumIdle: Int
  var isOpen = true
  var slots: [Int: Slot] = [:]
  /// Coldest first.
  var idle: [Int] = []
  var line: [Waiter] = []
  var begun = 0
  var pauses: [String: Int64] = [:]

  func count(_ key: String? = nil, _ phases: Phase...) -> Int {
    slots.values.filter {
      (key == nil || $0.key == key) && (phases.isEmpty || phases.contains($0.phase))
    }.count
  }

  var room: Int { capacity - slots.count }
  var roomToCome: Int { room + count(nil, .destroying) }

  /// The creations for a key that are not overdue, in the order of their starts.
  func reliable(_ key: String) -> [Int] {
    slots.filter { $0.value.key == key && $0.value.phase == .building && !$0.value.isOverdue }
      .sorted { $0.value.begun < $1.value.begun }.map(\.key)
  }

  /// Ends the waits that are due, each with one creation that no waiter relies on any more.
  ///
  /// - Returns: The waiters whose waits ended.
  mutating func endWaits(at now: Int64) -> [Waiter] {
    let due = line.filter { $0.deadline ?? .max <= now }
    for waiter in due {
      let wasOldest = line.first { $0.key == waiter.key } == waiter
      line.removeAll { $0 == waiter }
      let reliable = reliable(waiter.key)
      if let first = reliable.first,
        wasOldest || reliable.count > line.count(where: { $0.key == waiter.key })
      {
        slots[first]?.isOverdue = true
      }
    }
    return due
  }

  mutating func move(_ slot: Int, to phase: Phase?) {
    idle.removeAll { $0 == slot }
    guard let phase else {
      slots[slot] = nil
      return
    }
    slots[slot]?.phase = phase
    if phase == .idle { idle.append(slot) }
  }

  /// Serves each borrower that can be served.
  ///
  /// - Parameters:
  ///   - now: ends the pauses that are over.
  ///   - numbers: the slots that the machine took for new elements, in order.
  /// - Returns: the actions to perform.
  mutating func serve(at now: Int64, numbers: [Int]) -> [Said] {
    var numbers = numbers[...]
    pauses = pauses.filter { $0.value > now }
    var said: [Said] = []
    while let next = step(&numbers) { said.append(next) }
    while isOpen, idle.count > maximumIdle { said.append(end(idle[0], .surplus)) }
    if !isOpen, line.isEmpty {
      while let coldest = idle.first { said.append(end(coldest, .shutdown)) }
    }
    return said
  }

  private mutating func step(_ numbers: inout ArraySlice<Int>) -> Said? {
    var promised = 0
    var provided: [String: Int] = [:]
    var promisedTo: [String: Int] = [:]
    for (place, waiter) in line.enumerated() {
      let key = waiter.key
      if let slot = idle.last(where: { slots[$0]?.key == key }) {
        line.remove(at: place)
        move(slot, to: .out)
        return .resumes(waiter.number, slot)
      }
      if provided[key, default: 0] < reliable(key).count {
        provided[key, default: 0] += 1
        continue
      }
      let isEligible = pauses[key] == nil && count(key) + promisedTo[key, default: 0] < perKey
      guard isEligible, count(nil, .building) + promised < concurrentBuilds else { continue }
      if room > 0, roomToCome > promised {
        guard let number = numbers.popFirst() else { return .builds(-1, key) }
        begun += 1
        slots[number] = Slot(key: key, phase: .building, begun: begun)
        return .builds(number, key)
      }
      if roomToCome > promised {
        promised += 1
        promisedTo[key, default: 0] += 1
      } else if roomToCome == promised, let coldest = idle.first {
        return end(coldest, .surplus)
      }
    }
    return nil
  }

  private mutating func end(_ slot: Int, _ reason: PoolDiscardReason) -> Said {
    move(slot, to: .destroying)
    return .ends(slot, reason)
  }
}
