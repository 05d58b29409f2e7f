#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation
internal import Synchronization

/// The connections of a proxy, on its thread.
struct CuttingProxyLoop {
  let listener: Int32
  let wake: Int32
  private var pairs: [CuttingPair] = []
  private var entries: [pollfd] = []

  init(listener: Int32, wake: Int32) {
    self.listener = listener
    self.wake = wake
  }

  /// Waits until something can be read.
  mutating func wait() {
    entries = [listener, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    for pair in pairs {
      // A half-open pair is looked at only when the orders change.
      let events = pair.isFrozen ? 0 : Int16(POLLIN)
      let ignored: Int32 = -1
      entries.append(
        pollfd(fd: pair.isFrozen ? ignored : pair.client, events: events, revents: 0))
      entries.append(
        pollfd(fd: pair.isFrozen ? ignored : pair.server, events: events, revents: 0))
    }
    _ = poll(&entries, nfds_t(entries.count), 1_000)
  }

  mutating func turn(_ proxy: CuttingProxy) {
    if entries[1].revents != 0 {
      var byte: [UInt8] = [0]
      _ = read(wake, &byte, 1)
    }
    let (isHalfOpen, closesAll, target) = proxy.orders.withLock { orders in
      defer { orders.closesAll = false }
      return (orders.isHalfOpen, orders.closesAll, orders.target)
    }
    for index in pairs.indices.reversed() {
      if closesAll {
        pairs[index].close()
        pairs.remove(at: index)
        continue
      }
      pairs[index].isFrozen = isHalfOpen
      if isHalfOpen { continue }
      let (client, server) = (entries[2 + 2 * index].revents, entries[3 + 2 * index].revents)
      var isOpen = true
      if client != 0 { isOpen = pairs[index].clientHasSent(proxy) }
      if isOpen, server != 0 { isOpen = pairs[index].serverHasSent(proxy) }
      if !isOpen {
        pairs[index].close()
        pairs.remove(at: index)
      }
    }
    if entries[0].revents != 0 { accept(isHalfOpen, target) }
  }

  private mutating func accept(_ isHalfOpen: Bool, _ target: String) {
    let client = Foundation.accept(listener, nil, nil)
    guard client >= 0 else { return }
    let server = socket(AF_UNIX, streamSocket, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: target.utf8.prefix(100)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(server, $0, size) == 0 }
    }
    guard isConnected else {
      Foundation.close(client)
      Foundation.close(server)
      return
    }
    for descriptor in [client, server] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var pair = CuttingPair(client: client, server: server)
    pair.isFrozen = isHalfOpen
    pairs.append(pair)
  }

  mutating func closeAll() {
    for pair in pairs { pair.close() }
    pairs = []
    Foundation.close(listener)
  }
}
#endif
