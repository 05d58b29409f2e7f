/// The cases of a benchmark that one chart shows, with their captions.
///
/// A chart is for a reader in a hurry: it shows the cases that distinguish a module from its
/// competitors. The tables beside it have the rest.
struct ChartPlan {
  struct PlannedCase {
    var name: String
    var label: String
  }

  var name: String
  var bench: String
  var title: String
  var cases: [PlannedCase]

  init(_ name: String, of bench: String, _ title: String, _ cases: KeyValuePairs<String, String>) {
    self.name = name
    self.bench = bench
    self.title = title
    self.cases = cases.map { PlannedCase(name: $0.key, label: $0.value) }
  }
}

extension ChartPlan {
  /// One for each module that has something to measure.
  static let all: [ChartPlan] = [
    ChartPlan(
      "pools", of: "pools", "Pools: time for one loan and its return",
      [
        "elastic-1t": "ElasticPool, one thread",
        "bounded-1t": "BoundedPool, one thread",
        "lease-async": "BoundedPool, await lease(), an element is idle",
        "bounded-8t-16": "BoundedPool, 8 threads, 16 elements",
        "saturated-8t-1": "BoundedPool, 8 threads, 1 element, held for 1 µs",
        "saturated-8t-2": "BoundedPool, 8 threads, 2 elements, each held for 1 µs",
        "saturated-8task-1": "BoundedPool, 8 tasks, 1 element, held for 1 µs",
      ]),
    ChartPlan(
      "operations", of: "operations", "Operations: time for each operation",
      [
        "submit-100k": "Independent operations",
        "submit-chain-100k": "Each operation after the one before",
        "category-100k": "All operations in one exclusive category",
        "join-100k": "The last operation after all others",
      ]),
    ChartPlan(
      "graphs", of: "operations", "Graphs: time for each step",
      [
        "rerun-chain-1t": "Running a chain again, one thread",
        "rerun-tree-1t": "Running a tree again, one thread",
        "rerun-wavefront-1t": "Running a wavefront again, one thread",
        "rerun-wavefront-2t": "Running a wavefront again, two threads",
        "build-run-chain-1t": "Building, running and freeing a chain",
        "async-plain": "Asynchronous steps that never suspend",
        "async-suspend": "Asynchronous steps that suspend once",
      ]),
    ChartPlan(
      "lists", of: "lists", "Lists: time for an edit, a look-up and a difference",
      [
        "edit-snapshot-class-100k": "An edit and a snapshot, 100,000 orders with references",
        "edit-snapshot-struct-1m": "An edit and a snapshot, 1,000,000 plain orders",
        "edit-in-place-100k": "An edit while no snapshot is held, 100,000 orders",
        "index-of-100k": "Finding an order by its identity, 100,000 orders",
        "iterate-100k": "Visiting one order in a loop",
        "changes-10-of-1m": "What changed after 10 edits of 1,000,000 orders",
        "changes-1000-of-1m": "What changed after 1,000 edits of 1,000,000 orders",
        "free-snapshot-1m": "The main actor's time to free 1,000,000 orders",
      ]),
    ChartPlan(
      "memory", of: "memory", "Memory pressure: time for an event, a pass and a call",
      [
        "event-fifo": "From the service manager's signal to the first responder",
        "pass-1000": "A pass over 1,000 responders that do nothing",
        "register": "Registering a responder, and ending the registration",
        "report-storm-1t": "A report while the monitor waits between two passes",
        "level-read": "Reading the level",
      ]),
    ChartPlan(
      "caches", of: "memory", "Caches: time for one access",
      [
        "cache-hit-1t": "Finding a cover, one thread",
        "cache-insert-1t": "Inserting a cover, which evicts others",
        "value-read-1t": "Reading a PurgeableValue that is present",
      ]),
    ChartPlan(
      "screens", of: "screens", "Screens: time for a push, a warning and saved state",
      [
        "push-pop": "A push and a pop of a screen that has its view",
        "push-new-pop": "The same with a new screen and a new view",
        "screen": "Creating and freeing a screen without a view",
        "warning-1000": "A memory warning to 1,000 screens",
        "state-text-64k": "Saving and restoring 64 KiB of text",
        "state-bytes-64k": "Saving and restoring 64 KiB of bytes",
        "state-marks-64k": "Saving and restoring 64 KiB in 1,500 records",
      ]),
  ]
}
