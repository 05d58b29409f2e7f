internal import Foundation

extension Int {
  /// Bytes for readers, all in one unit, so that they can be compared: `12.4 MiB`.
  var inMegabytes: String { String(format: "%.1f MiB", Double(self) / 1_048_576) }
}
