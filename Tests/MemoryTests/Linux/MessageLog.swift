import StagecraftMemory
import TestSupport

/// Records the messages of sources in place of a monitor.
final class MessageLog: Sendable {
  enum What: Sendable, Hashable {
    case report(PressureReport)
    case watching(String)
    case lost(String)
  }

  struct Entry: Sendable, Hashable {
    var source: String
    var what: What

    var report: PressureReport? {
      if case .report(let report) = what { report } else { nil }
    }

    var isLost: Bool {
      if case .lost = what { true } else { false }
    }
  }

  private let entries = Locked<[Entry]>([])
  private let stream: AsyncStream<Entry>
  private let continuation: AsyncStream<Entry>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream(of: Entry.self)
  }

  /// All messages so far.
  var all: [Entry] { entries.value }

  /// All reports so far.
  var reports: [PressureReport] { all.compactMap(\.report) }

  /// The reporter of a source.
  func reporter(_ source: String = "source") -> PressureReporter {
    PressureReporter { [self] news in take(news, from: source) }
  }

  /// Returns the next entry that satisfies a predicate; those before it are skipped.
  func next(where isWanted: (Entry) -> Bool) async -> Entry? {
    for await entry in stream where isWanted(entry) { return entry }
    return nil
  }

  private func take(_ news: SourceMessage, from source: String) {
    let what: What
    switch news {
    case .report(let report): what = .report(report)
    case .watching(let detail): what = .watching(detail)
    case .lost(let reason), .unavailable(let reason): what = .lost(reason)
    case .member(let name, let relay):
      relay.connect { [self] news in take(news, from: "\(source)/\(name)") }
      return
    }
    let entry = Entry(source: source, what: what)
    entries.update { $0.append(entry) }
    continuation.yield(entry)
  }
}
