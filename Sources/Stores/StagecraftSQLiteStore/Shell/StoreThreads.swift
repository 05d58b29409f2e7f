#if SQLite
internal import StoreFloor

struct StoreThreads: Sendable {
  let decisions: PollThread<DecisionWork>
  let listener: PollThread<ListenerWork>

  init(_ core: StoreCore) throws(PollThreadError) {
    let listener = try PollThread("lend-listener") { ListenerWork(core) }
    self.listener = listener
    decisions = try PollThread("lend-decisions") { DecisionWork(core, listener) }
  }
}
#endif
