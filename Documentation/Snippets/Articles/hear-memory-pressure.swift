// The memory warning of textbooks: every cache empties itself.
// snippet.hide
import Foundation

// snippet.show
final class CoverCache: @unchecked Sendable {
  private let lock = NSLock()
  private var covers: [String: [UInt8]] = [:]

  init(center: NotificationCenter, warning: Notification.Name) {
    _ = center.addObserver(forName: warning, object: nil, queue: nil) { [weak self] _ in
      self?.removeAll()
    }
  }

  func removeAll() {
    lock.withLock { covers = [:] }
  }
}
// snippet.hide

let warning = Notification.Name("memory warning")
let cache = CoverCache(center: .default, warning: warning)
NotificationCenter.default.post(name: warning, object: nil)
withExtendedLifetime(cache) {}
