internal import Foundation

/// A trace on the disk, for Perfetto.
struct TraceFile: Sendable {
  let path: String
  /// How many bars there are in it, read back from the file; nil: it is not what Perfetto reads.
  let bars: Int?

  /// Writes a Chrome trace into the temporary directory.
  init(_ json: String, named name: String) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: name)
    try Data(json.utf8).write(to: url)
    path = url.path
    let content = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    let events = (content as? [String: Any])?["traceEvents"] ?? content
    bars = (events as? [[String: Any]])?.count { ["X", "B"].contains($0["ph"] as? String) }
  }
}
