/// Decides when a list view applies the changes of its list, and how exactly.
///
/// - There is at most one batch a frame, and no frame is requested without changes.
/// - A batch contains all changes since the previous one, so a backlog costs one batch.
/// - A batch that took more than its part of a frame, or had too many splices, makes the next ones
///   coarser: fewer rows are kept, and the changes between them become one splice. After a number of
///   cheap batches they become finer again.
/// - If the coarsest batches still take long, frames are left out, so that the main actor is not
///   busy with this list for more than half of the time.
struct BatchPacer {
  /// The rows that stay in place, finest first.
  enum Detail: Int, CaseIterable, Comparable {
    /// All rows that have widgets.
    case realized
    /// The rows in sight.
    case seen
    /// The first row in sight; in all cases also the focused row.
    case anchor

    static func < (one: Detail, other: Detail) -> Bool { one.rawValue < other.rawValue }
  }

  /// What to do in a frame.
  enum FrameAction: Equatable {
    /// Apply a batch, and call ``batchEnded(nanoseconds:splices:)``.
    case apply(Detail)
    /// Wait for the next frame.
    case wait
    /// Request no further frames.
    case stop
  }

  /// The part of a frame that a batch may take, in nanoseconds of processor time.
  static let share = 6_000_000
  /// The number of splices beyond which batches become coarser.
  static let splices = 16
  /// The number of cheap batches after which they become finer.
  static let calm = 30

  /// How exact the next batch is.
  private(set) var detail = Detail.realized
  /// Whether a frame is requested.
  private(set) var isFrameRequested = false
  private var isPending = false
  private var isShown = false
  private var restingFrames = 0
  private var cheapBatches = 0

  /// Handles changes of the list.
  ///
  /// - Returns: Whether to request frames.
  mutating func changed() -> Bool {
    isPending = true
    return requestFrame()
  }

  /// Handles that the view is shown, or hidden: a hidden view is not updated.
  ///
  /// - Returns: Whether to request frames.
  mutating func setShown(_ isShown: Bool) -> Bool {
    self.isShown = isShown
    if !isShown { isFrameRequested = false }
    return requestFrame()
  }

  private mutating func requestFrame() -> Bool {
    guard isPending, isShown, !isFrameRequested else { return false }
    isFrameRequested = true
    return true
  }

  /// Handles a frame.
  ///
  /// - Returns: What to do.
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
    isPending = false
    return .apply(detail)
  }

  /// Handles a batch that is applied at another time, at the request of the program.
  mutating func flushed() { isPending = false }

  /// Handles the end of a batch.
  ///
  /// - Parameters:
  ///   - nanoseconds: The processor time that it took.
  ///   - splices: The number of its splices.
  mutating func batchEnded(nanoseconds: Int, splices: Int) {
    if nanoseconds > Self.share || splices > Self.splices {
      cheapBatches = 0
      if detail == .anchor {
        restingFrames = min(nanoseconds / Self.share, 8)
      } else if let coarser = Detail(rawValue: detail.rawValue + 1) {
        detail = coarser
      }
    } else if nanoseconds < Self.share / 2, splices < Self.splices / 2 {
      cheapBatches += 1
      guard cheapBatches >= Self.calm, let finer = Detail(rawValue: detail.rawValue - 1) else {
        return
      }
      cheapBatches = 0
      detail = finer
    } else {
      cheapBatches = 0
    }
  }
}
