#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation
internal import Synchronization

/// A connection of a client through a proxy, and what was seen of its messages.
struct CuttingPair {
  let client: Int32
  let server: Int32
  var isFrozen = false
  private var fromClient: [UInt8] = []
  private var fromServer: [UInt8] = []
  private var hasStarted = false
  /// What is cut when the server has answered the request that is under way.
  private var pending: CuttingProxy.Cut?
  /// How many `ReadyForQuery` come before that of the request.
  private var readiesBefore = 0
  private var syncsSent = 0
  private var readiesSeen = 0
  /// What the last statement without a name is called here: NAME if it calls `lend.NAME_1`, or its
  /// text.
  private var nameless = ""

  init(client: Int32, server: Int32) {
    self.client = client
    self.server = server
  }

  func close() {
    Foundation.close(client)
    Foundation.close(server)
  }

  /// Forwards what the client has sent.
  ///
  /// - Returns: Whether the connection stays open.
  mutating func clientHasSent(_ proxy: CuttingProxy) -> Bool {
    guard receive(client, &fromClient) else { return false }
    while let message = next(in: &fromClient, isTyped: hasStarted) {
      if !hasStarted {
        hasStarted = true
        guard send(message, to: server) else { return false }
        continue
      }
      let type = message[0]
      if type == UInt8(ascii: "P") { remember(message) }
      if type == UInt8(ascii: "B"), let cut = matchingCut(message, proxy) {
        if cut == .beforeRequest { return false }
        pending = cut
        readiesBefore = syncsSent
      }
      if type == UInt8(ascii: "S") || type == UInt8(ascii: "Q") { syncsSent += 1 }
      guard send(message, to: server) else { return false }
    }
    return true
  }

  /// Forwards what the server has sent.
  ///
  /// - Returns: Whether the connection stays open.
  mutating func serverHasSent(_ proxy: CuttingProxy) -> Bool {
    guard receive(server, &fromServer) else { return false }
    while let message = next(in: &fromServer, isTyped: true) {
      let type = message[0]
      let isOfRequest = pending != nil && readiesSeen - 1 == readiesBefore
      switch type {
      case UInt8(ascii: "A") where proxy.orders.withLock({ $0.dropsNotifications }):
        proxy.orders.withLock { $0.droppedNotifications += 1 }
        continue
      case UInt8(ascii: "D") where pending == .amidReply && isOfRequest:
        _ = send(Array(message.prefix(message.count / 2)), to: client)
        return false
      case UInt8(ascii: "Z"):
        // The first comes after the login, before any request.
        readiesSeen += 1
        if pending == .afterCommit, isOfRequest { return false }
      default:
        if pending == .afterCommit, isOfRequest { continue }
      }
      guard send(message, to: client) else { return false }
    }
    return true
  }

  /// Parse: the type, the length, the statement's name and its text, each with a zero.
  private mutating func remember(_ message: [UInt8]) {
    guard message.count > 6, message[5] == 0 else { return }
    let text = String(decoding: message[6...].prefix { $0 != 0 }, as: UTF8.self)
    nameless = text.firstMatch(of: /lend\.([a-z_]+)_1\(/).map { String($0.1) } ?? text
  }

  private func matchingCut(_ message: [UInt8], _ proxy: CuttingProxy) -> CuttingProxy.Cut? {
    // Bind: the type, the length, the portal's name, the statement's name, each with a zero.
    let names = message.dropFirst(5).split(
      separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard names.count > 1 else { return nil }
    let name = String(decoding: names[1], as: UTF8.self)
    let statement = name.isEmpty ? nameless : name
    return proxy.orders.withLock { orders in
      guard let cut = orders.cut, cut.statement == statement else { return nil }
      orders.cut = nil
      orders.cuts += 1
      return cut.0
    }
  }

  private func next(in bytes: inout [UInt8], isTyped: Bool) -> [UInt8]? {
    let start = isTyped ? 1 : 0
    guard bytes.count >= start + 4 else { return nil }
    let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= start + length else { return nil }
    defer { bytes.removeFirst(start + length) }
    return Array(bytes.prefix(start + length))
  }

  private func receive(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer.prefix(count)
    return true
  }

  private func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        #if canImport(Glibc)
        Foundation.send(
          descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
        #else
        write(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent)
        #endif
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
#endif
