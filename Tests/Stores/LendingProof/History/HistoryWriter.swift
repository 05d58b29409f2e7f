#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation
internal import Synchronization

/// Appends the history of a process to a file, a line for each entry, or keeps it in memory.
///
/// Each line is written by one system call before the process goes on. A process that is killed
/// loses at most the line that it was writing.
package final class HistoryWriter: Sendable {
  /// The name of the process.
  package let process: String

  private let file: Int32?
  private let clock: @Sendable () -> Int64
  private let kept = Mutex<[HistoryEntry]>([])

  /// Creates a writer that keeps the entries in memory.
  ///
  /// - Parameters:
  ///   - process: The name of the process.
  ///   - clock: The time in nanoseconds.
  package init(
    process: String, clock: @escaping @Sendable () -> Int64 = { HistoryClock.now }
  ) {
    self.process = process
    self.clock = clock
    file = nil
  }

  /// Creates a writer to a file.
  ///
  /// - Parameters:
  ///   - process: The name of the process.
  ///   - path: The path of the file, which is created.
  /// - Throws: ``HistoryError`` if the file cannot be opened.
  package init(process: String, path: String) throws(HistoryError) {
    self.process = process
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw HistoryError("The history \(path) could not be opened.") }
    self.file = file
    clock = { HistoryClock.now }
  }

  /// The time in nanoseconds.
  package var now: Int64 { clock() }

  deinit { if let file { close(file) } }

  /// The entries that are kept in memory.
  package var entries: [HistoryEntry] { kept.withLock { $0 } }

  /// Appends an entry.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - begin: When it began, or `nil` for now.
  ///   - end: When it ended, or `nil` for now.
  package func record(_ event: HistoryEntry.Event, begin: Int64? = nil, end: Int64? = nil) {
    let now = clock()
    let entry = HistoryEntry(
      process: process, begin: begin ?? end ?? now, end: end ?? now, event: event)
    guard let file else { return kept.withLock { $0.append(entry) } }
    guard var line = try? JSONEncoder().encode(entry) else {
      preconditionFailure("An entry of a history cannot be encoded: \(entry)")
    }
    line.append(UInt8(ascii: "\n"))
    let written = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    precondition(written == line.count, "The history of \(process) could not be written.")
  }
}

/// The reason that a history could not be written or read.
package struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence.
  package let description: String

  init(_ description: String) { self.description = description }
}
#endif
