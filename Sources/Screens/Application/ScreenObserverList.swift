/// Ended observers are removed once they outnumber the others, so adding and ending are amortized
/// O(1).
@MainActor
struct ScreenObserverList {
  private(set) var observers: [ScreenObserver] = []
  private var endedCount = 0

  /// The number of observers of all applications; too high if an application was destroyed.
  private(set) static var totalCount = 0

  var isEmpty: Bool { observers.count == endedCount }

  mutating func append(_ observer: ScreenObserver) {
    observers.append(observer)
    Self.totalCount += 1
  }

  mutating func oneHasEnded() {
    Self.totalCount -= 1
    endedCount += 1
    guard endedCount > observers.count / 2 else { return }
    observers.removeAll(where: \.hasEnded)
    endedCount = 0
  }
}
