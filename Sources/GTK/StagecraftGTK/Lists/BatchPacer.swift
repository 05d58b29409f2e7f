#if GTK
/// Decides when a list view applies the changes of its list, and how exactly.
///
/// - There is at most one batch a frame, and no frame is requested without changes.
/// - A batch contains all changes since the previous one, so a backlog costs one batch.
/// - After a batch with too many splices, which are changes among the rows that have widgets, the
///   next ones are coarser: fewer rows are kept, and the changes between them become one splice.
///   After a number of small batches they become exact again.
/// - After a batch that took more than its part of a frame, frames are left out, so that the main
///   actor is not busy with this list for more than half of the time.
/// - If the list has to be computed for long, that is done in the background first; three times at
///   most before a batch, because a list may change faster than it is computed.
///
/// A batch that takes long is not made coarser: GTK needs far longer to replace the widgets of rows
/// than to keep them.
struct BatchPacer {
  enum Detail: Equatable {
    /// All rows that have widgets.
    case exact
    /// Some of them, and the focused row.
    case coarse
  }

  enum FrameAction: Equatable {
    /// Call ``batchEnded(nanoseconds:splices:)`` afterwards.
    case apply(Detail)
    case wait
    case stop
  }

  /// The part of a frame that a batch may take, in nanoseconds of processor time.
  static let share = 8_000_000
  /// The number of splices beyond which batches become coarser.
  static let splices = 64
  /// The number of small batches after which they become exact.
  static let calm = 30
  /// The number of times that rows can be computed in the background before a batch.
  static let updates = 3

  private(set) var detail = Detail.exact
  /// GTK calls in each frame, until ``frame()`` stops that.
  private(set) var isFrameRequested = false
  private var isPending = false
  private var isShown = false
  private var restingFrames = 0
  private var smallBatches = 0
  private var isUpdating = false
  private var updates = 0

  /// Returns whether to request frames.
  mutating func changed() -> Bool {
    isPending = true
    return requestFrame()
  }

  /// A hidden view is not updated.
  ///
  /// Returns whether to request frames.
  mutating func setShown(_ isShown: Bool) -> Bool {
    self.isShown = isShown
    return requestFrame()
  }

  private mutating func requestFrame() -> Bool {
    guard isPending, isShown, !isFrameRequested else { return false }
    isFrameRequested = true
    return true
  }

  mutating func frame() -> FrameAction {
    guard isPending, isShown else {
      // Rest to the end: a change in the next turn must not be applied earlier.
      if restingFrames > 0, isShown {
        restingFrames -= 1
        return .wait
      }
      isFrameRequested = false
      return .stop
    }
    guard restingFrames == 0 else {
      restingFrames -= 1
      return .wait
    }
    if isUpdating { return .wait }
    isPending = false
    return .apply(detail)
  }

  /// The rows of the batch have to be computed first, which takes long.
  ///
  /// Returns whether to do that in the background, instead of the batch, and then call
  /// ``updateEnded()``.
  mutating func postpone() -> Bool {
    guard updates < Self.updates else { return false }
    updates += 1
    isUpdating = true
    isPending = true
    return true
  }

  mutating func updateEnded() { isUpdating = false }

  /// A batch was applied outside of a frame.
  mutating func flushed() { isPending = false }

  /// The time is processor time.
  mutating func batchEnded(nanoseconds: Int, splices: Int) {
    updates = 0
    restingFrames = min(nanoseconds / Self.share, 8)
    if splices > Self.splices {
      detail = .coarse
      smallBatches = 0
    } else if splices <= Self.splices / 4 {
      smallBatches += 1
      if smallBatches >= Self.calm { detail = .exact }
    }
  }
}
#endif
