#if SQLite || PostgreSQL || PostgresNIO
internal import Foundation
internal import Synchronization

/// A proxy in front of a server that cuts connections at chosen moments, for tests.
///
/// It reads the protocol's messages, so that it can cut just before a request, just after the
/// server has committed it, or in the middle of the reply. Connections must not be encrypted.
public final class CuttingProxy: Sendable {
  /// When a connection is cut, once.
  public enum Cut: Hashable, Sendable {
    /// Before a request reaches the server.
    case beforeRequest
    /// After the server has committed it, before its reply reaches the client.
    case afterCommit
    /// After half of the reply has reached the client.
    case amidReply
  }

  struct Orders {
    /// The path of the server's socket.
    var target: String
    /// Whether all connections are to be closed, because they lead to another server.
    var closesAll = false
    /// The statement whose next execution is cut, by the name that the client gave it.
    var cut: (Cut, statement: String)?
    var isHalfOpen = false
    var dropsNotifications = false
    var cuts = 0
    var droppedNotifications = 0
    var isStopped = false
  }

  let orders: Mutex<Orders>
  private let listener: LoopbackListener
  private let wakePipe: PrivatePipe

  /// The port of the loopback at which it listens.
  public var port: Int { listener.port }

  /// How many connections were cut.
  public var cuts: Int { orders.withLock { $0.cuts } }

  /// How many notifications were not forwarded.
  public var droppedNotifications: Int { orders.withLock { $0.droppedNotifications } }

  /// Starts a proxy on a thread of its own.
  ///
  /// - Parameter cluster: The server, which is reached by its socket.
  /// - Throws: ``PostgresProgramFailure`` if the system has no socket left.
  public init(to cluster: PostgresCluster) throws {
    listener = try LoopbackListener()
    wakePipe = try PrivatePipe()
    orders = Mutex(Orders(target: cluster.socketPath))
    let (descriptor, wake) = (listener.descriptor, wakePipe.reading)
    Thread.detachNewThread { [weak self] in
      var loop = CuttingProxyLoop(listener: descriptor, wake: wake)
      while true {
        loop.wait()
        guard let self, !orders.withLock({ $0.isStopped }) else { break }
        loop.turn(self)
      }
      loop.closeAll()
    }
  }

  deinit { stop() }

  /// Cuts the connection at the next execution of a statement.
  ///
  /// - Parameters:
  ///   - cut: When.
  ///   - statement: The name that the client gave to the statement, such as `ask`; of one without
  ///     a name, NAME if it calls `lend.NAME_1`, or its text, such as `commit`.
  public func cutNext(_ cut: Cut, of statement: String) {
    orders.withLock { $0.cut = (cut, statement) }
  }

  /// Whether nothing is forwarded any more although connections stay open, as when a cable is
  /// pulled.
  public func setHalfOpen(_ isHalfOpen: Bool) {
    orders.withLock { $0.isHalfOpen = isHalfOpen }
    wake()
  }

  /// Whether notifications are dropped.
  public func setDropsNotifications(_ drops: Bool) {
    orders.withLock { $0.dropsNotifications = drops }
  }

  /// Closes all connections, and leads new ones to another server.
  ///
  /// - Parameter cluster: The server, which is reached by its socket.
  public func redirect(to cluster: PostgresCluster) {
    orders.withLock { orders in
      orders.target = cluster.socketPath
      orders.closesAll = true
      orders.isHalfOpen = false
    }
    wake()
  }

  /// Closes all connections and ends the thread.
  public func stop() {
    orders.withLock { $0.isStopped = true }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(wakePipe.writing, &byte, 1)
  }
}

extension PostgresCluster {
  fileprivate var socketPath: String { "\(folder)/.s.PGSQL.\(port)" }

  /// The address of a database of this server through a proxy.
  ///
  /// - Parameters:
  ///   - proxy: The proxy.
  ///   - database: The name of the database.
  ///   - role: The role that logs in.
  /// - Returns: Pairs in libpq's form.
  public func address(
    through proxy: CuttingProxy, database: String, role: String = "postgres"
  ) -> String {
    var text = """
      host=127.0.0.1 port=\(proxy.port) dbname=\(database) user=\(role) sslmode=disable \
      gssencmode=disable
      """
    if let password = options.password, role == "postgres" { text += " password='\(password)'" }
    return text
  }
}
#endif
