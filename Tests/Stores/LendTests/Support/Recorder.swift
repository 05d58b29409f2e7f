#if SQLite && PostgreSQL
@_spi(Store) import StagecraftSharedPools
import Synchronization

@testable import LendCommands

/// What a verb printed and complained.
final class Recorder: Sendable {
  private let texts = Mutex((output: "", errors: ""))

  var output: String { texts.withLock { $0.output } }
  var errors: String { texts.withLock { $0.errors } }

  var console: Console {
    Console(
      isTerminal: false,
      write: { text in self.texts.withLock { $0.output += text } },
      complain: { line in self.texts.withLock { $0.errors += line + "\n" } })
  }
}

/// What was done to the stores of a command.
final class StoreLog: Sendable {
  private let entries = Mutex<[String]>([])

  var all: [String] { entries.withLock { $0 } }

  func append(_ entry: String) { entries.withLock { $0.append(entry) } }
}

/// The command at a store in memory.
struct TestCommand {
  let store: any LeaseStore
  let log = StoreLog()
  var environment: [String: String] = [:]

  init(_ store: any LeaseStore = MemoryLeaseStore()) { self.store = store }

  /// Runs the command with words that are separated by spaces.
  func run(_ line: String) async -> (code: Int32, output: String, errors: String) {
    await run(line.split(separator: " ").map(String.init))
  }

  func run(_ words: [String]) async -> (code: Int32, output: String, errors: String) {
    let recorder = Recorder()
    let store = store
    let log = log
    var context = CommandContext(
      environment: InheritedEnvironment(environment), console: recorder.console
    ) { _, _, patience in
      log.append(patience.map { "opened for \($0)" } ?? "opened")
      return OpenedStore(
        store: store, initialize: { _ in "The store is ready." }, raiseEpoch: { $0 + 1 },
        examine: { [] },
        livenessDescriptor: { nil }, close: { log.append("closed") })
    }
    // The tests themselves keep their signals.
    context.collectSignals = { SignalInbox(descriptor: -1) }
    let code = await LendCommand(context).run(words.map { Array($0.utf8) })
    return (code, recorder.output, recorder.errors)
  }
}

/// A report with each state, for the formats.
func sampleReport() -> SharedPoolReport {
  let session = LendingSession(
    id: LendingID(high: 1, low: 2), host: "mac-07", process: 4_242, job: "nightly <&> \"build\"")
  func holder(_ remaining: Duration) -> SharedPoolReport.Holder {
    SharedPoolReport.Holder(
      request: LendingID(high: 3, low: 4), session: session, fence: Fence(epoch: 1, counter: 7),
      held: .seconds(130), remaining: remaining)
  }
  let waiter = SharedPoolReport.Waiter(
    request: LendingID(high: 5, low: 6), session: session,
    wants: [Want(["ios"], count: 2, preferring: "build-9"), Want(["licence"])], priority: 1,
    waited: .milliseconds(12_500))
  return SharedPoolReport(
    settings: SharedPoolSettings(),
    resources: [
      .init(name: "phone-1", labels: ["ios", "os=18"], state: .free, shows: "build-8"),
      .init(name: "phone-2", labels: ["ios"], state: .lent, holder: holder(.seconds(20))),
      .init(name: "phone-3", labels: ["ios"], state: .overdue, holder: holder(.seconds(-2))),
      .init(
        name: "<script>alert('x')</script>", labels: ["a\"b"], state: .quarantined,
        reason: "screen & glass"),
    ],
    line: [waiter], waiting: 1, events: [.granted: 12, .returned: 9])
}
#endif
