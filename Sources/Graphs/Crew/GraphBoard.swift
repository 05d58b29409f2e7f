internal import Synchronization

/// The words that all workers of a run look at.
///
/// The padding keeps what changes often off the line of what is read with every step.
struct GraphBoard: ~Copyable {
  /// Steps must look whether something cancelled them.
  static var trouble: UInt32 { 1 }
  /// Each step's times are taken.
  static var recording: UInt32 { 2 }

  /// Each step's end is noted, for who asks what a milestone waits for.
  static var watched: UInt32 { 4 }

  typealias Line = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// Not 0: a step is more than a call of its closure.
  let flags = Atomic<UInt32>(0)
  /// How many hosts look for something to do.
  let hungry = Atomic<Int>(0)
  /// How many steps lie in the crew's shared list.
  let sharedCount = Atomic<Int>(0)
  /// How many jobs of drivers wait for a host.
  let jobCount = Atomic<Int>(0)
  /// Whether hosts need not look any more.
  let isOver = Atomic<Bool>(false)
  private let padding: Line = (0, 0, 0, 0, 0, 0, 0, 0)
  private let morePadding: Line = (0, 0, 0, 0, 0, 0, 0, 0)
  /// Steps that have not ended, as far as the workers have told.
  let remaining: Atomic<Int>

  init(remaining: Int) { self.remaining = Atomic(remaining) }
}
