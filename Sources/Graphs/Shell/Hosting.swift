internal import StageFloor

/// The hosts of a crew and their work, under the lock; in memory of its own, because dynamic checks
/// of exclusive access to a property of the crew would cost as much as the lock.
struct Hosting {
  var runningSynchronous = 0
  /// The number of asynchronous steps in progress; maintained only if they are limited.
  var runningAsynchronous = 0
  /// In a graph without a start order, the asynchronous steps that wait because of the limit.
  var waitingAsynchronous = Deque<UInt32>()
  var jobs = Deque<UnownedJob>()
  var parked: [UnsafeContinuation<Void, Never>] = []
  var freeSlots: [Int]
  var hosts = 0

  init(workers: Int) { freeSlots = Array((0..<workers).reversed()) }
}
