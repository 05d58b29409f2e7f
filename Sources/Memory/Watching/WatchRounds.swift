/// Decides for the watch thread what it waits for, for how long, and whom it calls.
///
/// It knows its lookouts by number, and neither sleeps nor calls.
struct WatchRounds {
  /// What a lookout wants to wait for.
  struct Wish: Equatable {
    var number: Int
    var descriptors: [PolledDescriptor]
    var nextLook: Int64?
  }

  /// For how long to sleep.
  enum Sleep: Equatable {
    case untilSomethingHappens
    case milliseconds(Int32)
  }

  /// What follows from a sleep for one lookout.
  enum Call: Equatable {
    /// It is to look.
    case look(Int, ready: [PolledDescriptor])
    /// It does nothing about a descriptor that has come to its end, and must go.
    case giveUp(Int, because: String)
  }

  /// The bits of `poll` that come unasked, and stay.
  struct Endings {
    var error, hangUp, invalid: Int16
  }

  /// What is remembered of a lookout from one round to the next.
  private struct Memory {
    /// When it has last looked.
    var lastLook: Int64?
    /// In how many rounds on end its descriptors had come to their end, and gave nothing else.
    var emptyEndings = 0
    /// The same, whether they gave something or not, in rounds that hurried after each other.
    var endings = 0
    /// When that was last so.
    var lastEnding: Int64?
  }

  /// How often a lookout may see an end and nothing else.
  static let emptyEndingsAllowed = 4
  /// How often it may see an end behind which there is something, in rounds without a pause.
  ///
  /// Some files tell of a change by an error too: those are good for as long as they last.
  static let endingsAllowed = 256
  /// What counts as a pause: the kernel tells of changes every 10 ms at most.
  static let pauseBetweenEndings: Int64 = 5_000_000
  /// The shortest time between looks that no descriptor has called for.
  static let shortestPause: Int64 = 5_000_000

  private let endings: Endings
  private var wishes: [Wish] = []
  private var memories: [Int: Memory] = [:]

  init(endings: Endings) { self.endings = endings }

  /// All that the lookouts want to wait for, in their order.
  private(set) var polled: [PolledDescriptor] = []

  /// The lookouts that are to be served in this round, and what they want.
  ///
  /// - Parameters:
  ///   - wishes: what each of them wants to wait for; who is missing is forgotten.
  ///   - now: the time.
  /// - Returns: for how long to sleep, unless something happens to what is ``polled``.
  mutating func begin(_ wishes: [Wish], now: Int64) -> Sleep {
    self.wishes = wishes
    if memories.count != wishes.count || !wishes.allSatisfy({ memories[$0.number] != nil }) {
      memories = Dictionary(
        uniqueKeysWithValues: wishes.map { ($0.number, memories[$0.number] ?? Memory()) })
    }
    polled.removeAll(keepingCapacity: true)
    var earliest: Int64?
    for wish in wishes {
      for var descriptor in wish.descriptors {
        descriptor.happened = 0
        polled.append(descriptor)
      }
      if let moment = dueTime(wish) { earliest = min(earliest ?? .max, moment) }
    }
    guard let earliest else { return .untilSomethingHappens }
    let (remaining, overflow) = earliest.subtractingReportingOverflow(now)
    if overflow { return earliest < now ? .milliseconds(0) : .milliseconds(.max) }
    // Rounded up: to wake up early would be to wake up twice.
    let milliseconds = remaining <= 0 ? 0 : (remaining - 1) / 1_000_000 + 1
    return .milliseconds(Int32(clamping: milliseconds))
  }

  /// The sleep is over.
  ///
  /// - Parameters:
  ///   - happened: what happened to each of ``polled``, in order.
  ///   - now: the time.
  /// - Returns: whom to call, in the order in which they came.
  mutating func end(_ happened: [Int16], now: Int64) -> [Call] {
    var calls: [Call] = []
    var place = 0
    for wish in wishes {
      var ready: [PolledDescriptor] = []
      for var descriptor in wish.descriptors {
        descriptor.happened = happened[place]
        place += 1
        if descriptor.happened != 0 { ready.append(descriptor) }
      }
      if let reason = reasonToGiveUp(wish.number, ready, now: now) {
        calls.append(.giveUp(wish.number, because: reason))
      } else if !ready.isEmpty || dueTime(wish).map({ $0 <= now }) == true {
        memories[wish.number]?.lastLook = now
        calls.append(.look(wish.number, ready: ready))
      }
    }
    return calls
  }

  /// When a lookout is to look though nothing happened.
  private func dueTime(_ wish: Wish) -> Int64? {
    guard let moment = wish.nextLook else { return nil }
    guard let last = memories[wish.number]?.lastLook else { return moment }
    return max(moment, last + Self.shortestPause)
  }

  /// Counts the rounds in which a lookout is called because of an end that stays.
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
    if ended.happened & endings.error != 0 { return "what it watched is gone" }
    return "the other side hung up"
  }
}
