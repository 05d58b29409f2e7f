internal import Harness

extension Target {
  /// Targets for edits.
  static var editing: [Target] {
    let classes = [("10k", 1_200.0), ("100k", 1_600), ("1m", 2_800)].map { size, limit in
      Target.nanoseconds("edit-snapshot-class-\(size)", atMost: limit)
    }
    let structs = [("10k", 800.0), ("100k", 1_000), ("1m", 1_600)].map { size, limit in
      Target.nanoseconds("edit-snapshot-struct-\(size)", atMost: limit)
    }
    let others = ListSize.allCases.flatMap { size in
      [
        Target.ratio("edit-by-id-\(size.name)", to: Case.byPosition, atMost: 1.5),
        .ratio("insert-snapshot-\(size.name)", to: Case.byPosition, atMost: 3),
        .ratio("move-snapshot-\(size.name)", to: Case.byPosition, atMost: 3),
        .ratio("remove-snapshot-\(size.name)", to: Case.byPosition, atMost: 3),
      ]
    }
    let copies = ["class", "struct"].map {
      Target.ratio("edit-snapshot-\($0)-1m", to: "array", atMost: 1 / 1_000.0)
    }
    return classes + structs + others + copies + [.nanoseconds("edit-in-place-100k", atMost: 200)]
  }

  /// Targets for snapshots.
  static var reading: [Target] {
    [
      .ratio("iterate-100k", to: "array", atMost: 3),
      .ratio("index-of-100k", to: "dictionary", atMost: 4),
      .ratio("index-of-1m", to: "dictionary", atMost: 6),
    ]
  }

  /// Targets for changes.
  static var changing: [Target] {
    // Ten edits include every kind; a single one does not.
    let growth = [10, 100].map { times in
      Target(
        "changes-\(times * 10)-of-1m: time, in multiples of changes-10-of-1m",
        atMost: 1.5 * Double(times)
      ) { figures in
        guard let few = figures["changes-10-of-1m", "stagecraft"],
          let many = figures["changes-\(times * 10)-of-1m", "stagecraft"], few > 0
        else { return nil }
        return many / few
      }
    }
    let all = ["changes-all-100k", "changes-replaced-100k", "changes-shuffled-100k"].map {
      Target.ratio($0, to: Case.linear, atMost: 1.5)
    }
    let others = ["dk-a", "dk-b", "lk-overlap-10k", "lk-overlap-50k"].map {
      Target.ratio($0, "stagecraft-changes", to: Case.linear, atMost: 1.5)
    }
    return growth + all + others + [.ratio("changes-1pct-100k", to: Case.linear, atMost: 1 / 50.0)]
  }

  /// Targets for observers.
  static var delivering: [Target] {
    ["stagecraft", "stagecraft-4", "stagecraft-16"].map {
      Target.nanoseconds("writers-8-job", $0, atMost: 5_000_000)
    }
  }

  /// Targets for derived lists.
  static var deriving: [Target] {
    let rebuilt = ["100", "1k", "100k", "1m"].flatMap { size in
      ["filter-first", "filter-other", "sort-first", "sort-other"].map {
        Target.ratio("\($0)-\(size)", to: "array", atMost: 1.5)
      }
    }
    let grouped = ["100-in-10", "1k-in-100", "100k-in-5000", "100k-in-20000"].flatMap { size in
      ["group-first", "group-more", "group-gone"].map {
        Target.ratio("\($0)-\(size)", to: "dictionary", atMost: 1.5)
      }
    }
    let main = ["stagecraft-filter", "stagecraft-order"].map {
      Target.nanoseconds("new-rules-main-1m", $0, atMost: 4_000_000)
    }
    return rebuilt + grouped + main
  }
}
