/// Decides what the watch thread waits for, for how long, and which watchers it calls.
struct WatchRounds {
  struct Interest: Equatable {
    var number: Int
    var descriptors: [PolledDescriptor]
    var nextLook: Int64?
  }

  enum Sleep: Equatable {
    case untilSomethingHappens
    case milliseconds(Int32)
  }

  enum Action: Equatable {
    case look(Int, ready: [PolledDescriptor])
    /// Give it up: it does not handle a descriptor that has reached its end.
    case giveUp(Int, because: String)
  }

  /// The bits of `poll` that are returned without being requested, and persist.
  struct Endings {
    var error, hangUp, invalid: Int16
  }

  private struct Memory {
    var lastLook: Int64?
    /// Consecutive rounds in which a descriptor had reached its end and had no other event.
    var emptyEndings = 0
    /// The same, with or without other events, in rounds without a pause between them.
    var endings = 0
    var lastEnding: Int64?
  }

  static let emptyEndingsAllowed = 4
  /// The rounds without a pause, with an end and other events, that are allowed.
  ///
  /// Some files also signal a change by an error: those remain useful for as long as they exist.
  static let endingsAllowed = 256
  /// The shortest pause between such rounds: the kernel signals changes at most every 10 ms.
  static let pauseBetweenEndings: Int64 = 5_000_000
  static let shortestPause: Int64 = 5_000_000

  private let endings: Endings
  private var interests: [Interest] = []
  private var memories: [Int: Memory] = [:]

  init(endings: Endings) { self.endings = endings }

  private(set) var polled: [PolledDescriptor] = []

  mutating func begin(_ interests: [Interest], now: Int64) -> Sleep {
    self.interests = interests
    if memories.count != interests.count || !interests.allSatisfy({ memories[$0.number] != nil }) {
      memories = Dictionary(
        uniqueKeysWithValues: interests.map { ($0.number, memories[$0.number] ?? Memory()) })
    }
    polled.removeAll(keepingCapacity: true)
    var earliest: Int64?
    for interest in interests {
      for var descriptor in interest.descriptors {
        descriptor.happened = 0
        polled.append(descriptor)
      }
      if let moment = dueTime(interest) { earliest = min(earliest ?? .max, moment) }
    }
    guard let earliest else { return .untilSomethingHappens }
    let (remaining, overflow) = earliest.subtractingReportingOverflow(now)
    if overflow { return earliest < now ? .milliseconds(0) : .milliseconds(.max) }
    // Rounded up: waking too early would mean waking twice.
    let milliseconds = remaining <= 0 ? 0 : (remaining - 1) / 1_000_000 + 1
    return .milliseconds(Int32(clamping: milliseconds))
  }

  mutating func end(_ happened: [Int16], now: Int64) -> [Action] {
    var actions: [Action] = []
    var place = 0
    for interest in interests {
      var ready: [PolledDescriptor] = []
      for var descriptor in interest.descriptors {
        descriptor.happened = happened[place]
        place += 1
        if descriptor.happened != 0 { ready.append(descriptor) }
      }
      if let reason = reasonToGiveUp(interest.number, ready, now: now) {
        actions.append(.giveUp(interest.number, because: reason))
      } else if !ready.isEmpty || dueTime(interest).map({ $0 <= now }) == true {
        memories[interest.number]?.lastLook = now
        actions.append(.look(interest.number, ready: ready))
      }
    }
    return actions
  }

  private func dueTime(_ interest: Interest) -> Int64? {
    guard let moment = interest.nextLook else { return nil }
    guard let last = memories[interest.number]?.lastLook else { return moment }
    return max(moment, last + Self.shortestPause)
  }

  /// Counts the rounds in which a watcher is called because of an end that persists.
  private mutating func reasonToGiveUp(
    _ number: Int, _ ready: [PolledDescriptor], now: Int64
  ) -> String? {
    let ends = endings.error | endings.hangUp | endings.invalid
    let ended = ready.first { $0.happened & ends != 0 }
    guard let ended else {
      memories[number]?.endings = 0
      memories[number]?.emptyEndings = 0
      return nil
    }
    guard var memory = memories[number] else { return nil }
    let isEmpty = !ready.contains { $0.happened & $0.events != 0 }
    let isHurried = memory.lastEnding.map { now - $0 < Self.pauseBetweenEndings } ?? true
    memory.lastEnding = now
    memory.endings = isHurried ? memory.endings + 1 : 1
    memory.emptyEndings = isEmpty ? memory.emptyEndings + 1 : 0
    memories[number] = memory
    guard
      memory.emptyEndings > Self.emptyEndingsAllowed || memory.endings > Self.endingsAllowed
    else { return nil }
    if ended.happened & endings.invalid != 0 { return "its descriptor was closed" }
    if ended.happened & endings.error != 0 { return "what it watched no longer exists" }
    return "the other side hung up"
  }
}
