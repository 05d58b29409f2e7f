#if canImport(UIKit) && !os(watchOS)
internal import Foundation

/// Keeps observers of notifications for as long as it lives.
final class NotificationSeat: @unchecked Sendable {  // guard: what it keeps never changes
  private let observers: [any NSObjectProtocol]

  init(_ observers: [any NSObjectProtocol]) { self.observers = observers }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }
}
#endif
