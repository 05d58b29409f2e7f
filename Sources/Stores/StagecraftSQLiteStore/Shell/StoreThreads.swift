#if SQLite
internal import StoreFloor

struct StoreThreads: Sendable {
  let clerk: Porter<Clerk>
  let listener: Porter<Listener>

  init(_ core: StoreCore) throws(PorterError) {
    let listener = try Porter("lend-listener") { Listener(core) }
    self.listener = listener
    clerk = try Porter("lend-clerk") { Clerk(core, listener) }
  }
}
#endif
