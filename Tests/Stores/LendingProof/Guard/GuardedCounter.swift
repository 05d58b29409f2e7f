#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation
package import StagecraftSharedPools

/// A counter in a file, which refuses a write with a smaller fence than the largest it has
/// accepted.
///
/// It stands for the resource in a test: several processes write to it, and its file is its own
/// record of each accepted write.
package struct GuardedCounter: Sendable {
  /// A write that the counter has accepted.
  package struct Write: Hashable, Sendable, Codable {
    /// Which accepted write it is, from 1.
    package var number: Int
    /// Its fence.
    package var fence: Fence

    /// Creates a write.
    package init(number: Int, fence: Fence) {
      self.number = number
      self.fence = fence
    }
  }

  /// The length of a record: the fence in decimal digits, and a line break.
  private static let length = 20

  /// The path of the file.
  package let path: String
  /// Whether fences are compared; a test sets it to `false` to see that this is noticed.
  package let comparesFences: Bool

  /// Creates a counter, whose files are created by its first use.
  ///
  /// - Parameters:
  ///   - path: The path of a file that nothing else uses.
  ///   - comparesFences: Whether fences are compared.
  package init(_ path: String, comparesFences: Bool = true) {
    self.path = path
    self.comparesFences = comparesFences
  }

  /// Counts a write, unless a larger fence was accepted before.
  ///
  /// - Parameter fence: The fence of the write.
  /// - Returns: Which accepted write it is, or `nil` if it was refused.
  /// - Throws: An error if a file cannot be used.
  package func write(_ fence: Fence) throws -> Int? {
    let gate = FileFenceGate(path + ".gate")
    if comparesFences {
      do {
        return try gate.write(with: fence) { try append(fence) }
      } catch is StaleFence {
        return nil
      }
    }
    return try FileFenceGate(path + ".open").write(with: Fence(0)) { try append(fence) }
  }

  /// All accepted writes, in their order.
  ///
  /// - Throws: An error if the file cannot be read.
  package var writes: [Write] {
    get throws {
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return try text.split(separator: "\n").enumerated().map { index, line in
        guard line.utf8.count == Self.length - 1, let fence = Int64(line) else {
          throw HistoryError("Record \(index + 1) of the counter \(path) is damaged.")
        }
        return Write(number: index + 1, fence: Fence(fence))
      }
    }
  }

  /// Appends a record; the caller holds the gate's lock.
  private func append(_ fence: Fence) throws -> Int {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw HistoryError("The counter \(path) could not be opened.") }
    defer { close(file) }
    let digits = String(fence.number)
    let zeros = String(repeating: "0", count: max(0, Self.length - 1 - digits.utf8.count))
    let record = Array((zeros + digits + "\n").utf8)
    let written = record.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    guard written == record.count else {
      throw HistoryError("The counter \(path) could not be written.")
    }
    return Int(lseek(file, 0, SEEK_END)) / Self.length
  }
}
#endif
