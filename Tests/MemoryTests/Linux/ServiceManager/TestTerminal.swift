import CTestSupport
import Foundation

/// A terminal with one end held by the test.
struct TestTerminal {
  let descriptor: Int32
  let path: String

  /// A terminal; nil where none is available.
  init?() {
    var buffer = [CChar](repeating: 0, count: 128)
    descriptor = test_open_terminal(&buffer, UInt(buffer.count))
    guard descriptor >= 0 else { return nil }
    path = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
  }

  /// Hangs up.
  func close() { _ = Foundation.close(descriptor) }
}
