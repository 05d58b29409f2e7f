#if ServiceLifecycle
import Logging
import ServiceLifecycle
import StageFloor
import StagecraftOperations
import StagecraftPools
import StagecraftServiceLifecycle
import UnixSignals

struct LifecycleClient {
  let hangs: Bool

  func run() async throws {
    var configuration = PoolConfiguration()
    configuration.name = "connections"
    let connections = BoundedPool(lending: [1], configuration: configuration)
    let manager = OperationManager("requests")
    let server = Server()
    let hangs = hangs
    manager.submit("request") { () async throws in
      try await connections.withElement { _ in
        Server.say("request began")
        if hangs {
          // Ends when the operation is cancelled.
          try await Task.sleep(for: .seconds(3_600))
        } else {
          await server.waitForEnd()
        }
        Server.say("request ended")
      }
    }
    let logger = Logger(label: "client", factory: { _ in SwiftLogNoOpLogHandler() })
    let shutdown = ShutdownPlan(
      deadline: hangs ? .milliseconds(50) : .seconds(60), logger: logger)
    let group = ServiceGroup(
      services: shutdown.services([connections, manager]) + [server],
      gracefulShutdownSignals: [.sigterm], logger: logger)
    try await group.run()
    Server.say("\(shutdown.report)")
  }
}

/// Stands for a server, which ends first.
private final class Server: Service {
  private let ends: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init() { (ends, end) = AsyncStream.makeStream() }

  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  func run() async throws {
    Self.say("ready")
    try? await gracefulShutdown()
    Self.say("server ended")
    end.finish()
  }

  func waitForEnd() async { for await _ in ends {} }
}
#endif
