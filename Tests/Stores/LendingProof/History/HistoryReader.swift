#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation

/// Reads the histories of all processes of a test: the files in a folder that end in `.history`.
package struct HistoryReader {
  private let folder: String
  /// How far each file was read.
  private var offsets: [String: UInt64] = [:]
  private var lines: [String: Int] = [:]

  /// Creates a reader that has read nothing.
  ///
  /// - Parameter folder: The path of the folder.
  package init(_ folder: String) { self.folder = folder }

  /// Reads all that a folder contains.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Returns: The entries of all files, by the end of each.
  /// - Throws: ``HistoryError`` if a line is damaged.
  package static func entries(in folder: String) throws(HistoryError) -> [HistoryEntry] {
    var reader = HistoryReader(folder)
    return try reader.next()
  }

  /// Reads what was written since the last time.
  ///
  /// A line without its end is left for the next time: its process is writing it, or was killed.
  ///
  /// - Returns: The entries of all files, by the end of each.
  /// - Throws: ``HistoryError`` if a line is damaged.
  package mutating func next() throws(HistoryError) -> [HistoryEntry] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw HistoryError("The folder \(folder) of histories could not be read.")
    }
    var entries: [HistoryEntry] = []
    for name in names.sorted() where name.hasSuffix(".history") {
      entries += try next(ofFile: "\(folder)/\(name)")
    }
    return entries.sorted { ($0.end, $0.begin) < ($1.end, $1.begin) }
  }

  private mutating func next(ofFile path: String) throws(HistoryError) -> [HistoryEntry] {
    let offset = offsets[path, default: 0]
    var read: Data?
    if let file = FileHandle(forReadingAtPath: path) {
      try? file.seek(toOffset: offset)
      read = try? file.readToEnd() ?? Data()
    }
    guard let read else { throw HistoryError("The history \(path) could not be read.") }
    guard let end = read.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let data = read[...end]
    offsets[path] = offset + UInt64(data.count)
    let decoder = JSONDecoder()
    var entries: [HistoryEntry] = []
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      lines[path, default: 0] += 1
      guard let entry = try? decoder.decode(HistoryEntry.self, from: Data(line)) else {
        throw HistoryError("Line \(lines[path, default: 0]) of the history \(path) is damaged.")
      }
      entries.append(entry)
    }
    return entries
  }
}
#endif
