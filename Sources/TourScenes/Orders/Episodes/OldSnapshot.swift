internal import Stagecraft

/// A long list, of which somebody keeps an old version while it is edited.
struct OldSnapshot: Sendable {
  /// What was measured: processor time, and medians by the clock where single steps are short.
  struct Report: Sendable {
    let rows: Int
    let edits: Int
    /// What it takes to make the list of an array.
    let making: Duration
    /// One snapshot, just after an edit.
    let snapshot: Duration
    /// One edit while nobody has a snapshot.
    let lonelyEdit: Duration
    /// One edit while somebody keeps the old one.
    let watchedEdit: Duration
    /// One edit just after a snapshot that somebody keeps.
    let edgeEdit: Duration
    /// The same with an array that somebody has copied.
    let arrayEdit: Duration
    /// What it takes to find out all that has changed since the old snapshot.
    let comparison: Duration
    let changes: ListChanges
    /// Whether the old snapshot has all its rows as they were.
    let isUntouched: Bool
    /// Whether the changes, applied to the old rows, make the new ones.
    let isExact: Bool
  }

  let rows: Int
  let edits: Int

  func run() -> Report {
    var slips = OrderSlips(seed: 64)
    let beginning = slips.next(rows)
    let (list, making) = measured { LiveList(beginning) }
    let lonely = edit(LiveList(beginning), seed: 1)

    let old = list.snapshot()
    let watched = edit(list, seed: 1)
    let (transition, comparison) = measured { list.changes(since: old) }
    let (new, changes) = (transition.new, transition.changes)
    let edge = editAtTheEdge(list)
    return Report(
      rows: rows, edits: edits, making: making, snapshot: edge.snapshot,
      lonelyEdit: lonely / edits, watchedEdit: watched / edits, edgeEdit: edge.edit,
      arrayEdit: editArray(beginning), comparison: comparison, changes: changes,
      isUntouched: old.elementsEqual(beginning),
      isExact: !changes.isReset && changes.apply(to: beginning) { new[$0] } == Array(new))
  }

  /// Makes the edits; half of them change a row, and the others are added, moved and removed.
  ///
  /// - Returns: how long they took, without the time to think of them.
  private func edit(_ list: LiveList<Order>, seed: UInt64) -> Duration {
    var generator = SeededGenerator(seed: seed)
    var slips = OrderSlips(seed: seed, from: 1_000_000)
    let known = list.snapshot().map(\.id)
    let plan = (0..<edits).map { turn -> OrderEdit in
      let (one, other) = (
        known[Int.random(in: 0..<known.count, using: &generator)],
        known[Int.random(in: 0..<known.count, using: &generator)]
      )
      return switch turn % 6 {
      case 0: .add(slips.next(), after: one)
      case 2: .move(one, before: other)
      case 4: .remove(one)
      default: .advance(one)
      }
    }
    return measured {
      for edit in plan { edit.make(in: list) }
    }.time
  }

  /// Takes a snapshot before each edit, as a screen does that is told of each.
  private func editAtTheEdge(_ list: LiveList<Order>) -> (snapshot: Duration, edit: Duration) {
    let known = list.snapshot().map(\.id)
    var generator = SeededGenerator(seed: 2)
    var (snapshots, edits): ([Duration], [Duration]) = ([], [])
    var kept = list.snapshot()
    for _ in 0..<1_001 {
      let id = known[Int.random(in: 0..<known.count, using: &generator)]
      edits.append(timed { OrderEdit.advance(id).make(in: list) })
      snapshots.append(timed { kept = list.snapshot() })
    }
    withExtendedLifetime(kept) {}
    return (snapshots.median, edits.median)
  }

  /// Edits an array while somebody has a copy.
  private func editArray(_ beginning: [Order]) -> Duration {
    var rows = beginning
    var edits: [Duration] = []
    let turns = 21
    for turn in 0..<turns {
      let copy = rows
      let row = turn * rows.count / turns
      edits.append(timed { rows[row].state = rows[row].state.next })
      withExtendedLifetime(copy) {}
    }
    return edits.median
  }

  /// How much of the processor's time something takes.
  private func measured<Result>(_ body: () -> Result) -> (result: Result, time: Duration) {
    let start = ThreadTime.Start()
    let result = body()
    return (result, start.elapsed.processor)
  }

  /// How long something takes that is too short to ask for the processor's time.
  private func timed(_ body: () -> Void) -> Duration {
    var stopwatch = Stopwatch()
    stopwatch.time(body)
    return stopwatch.total
  }
}

extension [Duration] {
  /// The one in the middle, or zero of none.
  fileprivate var median: Duration { isEmpty ? .zero : sorted()[count / 2] }
}

extension OrderEdit {
  /// Makes the edit as one of its own.
  fileprivate func make(in list: LiveList<Order>) {
    switch self {
    case .add(let order, let neighbour): try? list.insert(order, after: neighbour)
    case .advance(let id): list.update(id) { $0.state = $0.state.next }
    case .move(let id, let neighbour): try? list.move(id, before: neighbour)
    case .remove(let id): list.remove(id)
    }
  }
}
