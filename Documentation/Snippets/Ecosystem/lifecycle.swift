// A shutdown in the order of dependencies, with a deadline and a report.
// snippet.hide
import Logging
import ServiceLifecycle
import StagecraftMemory
import StagecraftOperations
import StagecraftPools
import StagecraftServiceLifecycle
import UnixSignals

struct Connection: Sendable {}

func run(
  connections: BoundedPool<Connection>, manager: OperationManager, server: any Service,
  logger: Logger
) async throws {
  // snippet.show
  let group = ServiceGroup(
    services: [connections, manager, server], gracefulShutdownSignals: [.sigterm],
    logger: logger)
  try await group.run()
  // snippet.hide
}

func run(
  pressure: PressureMonitor, connections: BoundedPool<Connection>, manager: OperationManager,
  server: any Service, logger: Logger
) async throws {
  // snippet.show
  let shutdown = ShutdownPlan(deadline: .seconds(20), logger: logger)
  let group = ServiceGroup(
    services: shutdown.services([pressure, connections, manager]) + [server],
    gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
  try await group.run()
  print(shutdown.report)
  // snippet.hide
}
