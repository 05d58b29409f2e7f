#if GTK
import CGTK
import Foundation
import StagecraftGTK
import StagecraftLists
import TestSupport

/// Replays what GTK is told about a list, on an array of identities.
@MainActor
final class SpliceReplay {
  private(set) var ids: [Int]
  private var connection: SignalConnection?

  init(_ list: ListView<Book>) {
    ids = list.snapshot!.map(\.id)
    let model = list.withOpaque { UnsafeMutableRawPointer(gtk_list_view_get_model($0)!) }
    connection = SignalConnection(model, "items-changed") { [weak self, weak list] parameters in
      guard let self, let list else { return nil }
      let (position, removed) = (parameters.integer(0), parameters.integer(1))
      let inserted = position..<(position + parameters.integer(2))
      ids.replaceSubrange(
        position..<(position + removed), with: inserted.map { list.announcedRow(at: $0).id })
      return nil
    }
  }

  func end() { connection?.cancel() }
}

/// Threads that edit a list at random, and wait now and then until a view has shown something.
final class ListWriters: Sendable {
  private let group = DispatchGroup()
  private let batches = DispatchSemaphore(value: 0)
  private let threads: Int

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - books: The list.
  ///   - threads: How many threads there are.
  ///   - edits: How many edits each makes.
  ///   - pause: After how many edits it waits.
  ///   - seed: What the edits depend on.
  init(_ books: LiveList<Book>, threads: Int, edits: Int, pause: Int = 50, seed: UInt64) {
    self.threads = threads
    for thread in 0..<threads {
      group.enter()
      Thread.detachNewThread { [group, batches] in
        var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(thread))
        for edit in 0..<edits {
          let id = 1_000_000 * (thread + 1) + edit
          Self.edit(books, newID: id, &random)
          // The edits so far are followed by a batch, so this ends.
          if edit % pause == pause - 1, edit < edits - pause { batches.wait() }
        }
        group.leave()
      }
    }
  }

  /// Lets each thread continue.
  func batchWasShown() {
    for _ in 0..<threads { batches.signal() }
  }

  func finish() async {
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
  }

  private static func edit(_ books: LiveList<Book>, newID: Int, _ random: inout SeededGenerator) {
    let shown = books.snapshot()
    let count = shown.count
    // Half of the edits are where the user looks.
    let spot =
      Bool.random(using: &random)
      ? Int.random(in: 0..<max(count, 1), using: &random)
      : min(max(count - 1, 0), max(0, count / 2 + Int.random(in: -40..<40, using: &random)))
    switch Int.random(in: 0..<100, using: &random) {
    case ..<30: try? books.insert(Book(id: newID), at: min(spot, books.count))
    case 30..<60 where count > 200: books.remove(shown[spot].id)
    case 60..<80 where count > 0: books.update(shown[spot].id) { $0.edition += 1 }
    case 80..<98 where count > 0:
      try? books.move(shown[spot].id, to: Int.random(in: 0..<count, using: &random))
    case 98:
      var rows = Array(shown)
      rows.swapAt(0, count - 1)
      rows.removeSubrange((count / 3)..<(count / 3 + 5))
      books.replaceAll(with: rows)
    default: break
    }
  }
}
#endif
