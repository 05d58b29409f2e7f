#if SQLite && PostgreSQL
import Foundation
import LendingProof

/// A storm that has taken place.
struct StormOutcome {
  let violations: [HistoryViolation]
  let summary: StormSummary
  /// The folder with the histories, if they were kept.
  let folder: String?
  let seconds: Double

  init(_ wanted: StormOptions) async throws {
    let begin = HistoryClock.now
    var options = wanted
    let folder = FileManager.default.temporaryDirectory.path + "/storm-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    var keepsFiles = false
    defer { if !keepsFiles { try? FileManager.default.removeItem(atPath: folder) } }
    var server: StormServer?
    if options.store == "cluster" {
      server = try await StormServer()
      options.store = "postgres:" + (server?.address ?? "")
    }
    var storm = try Storm(at: StormSite(folder: folder, options: options), server)
    let checker: HistoryChecker
    (checker, violations) = try await storm.run()
    summary = StormSummary(checker, storm.counts)
    keepsFiles = options.keepsFiles || (!violations.isEmpty && !options.showsPlants)
    self.folder = keepsFiles ? folder : nil
    seconds = Double(HistoryClock.now - begin) / 1e9
  }
}
#endif
