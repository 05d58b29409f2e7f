package import Logging
import Prometheus
package import ServiceLifecycle
package import Stagecraft
import StagecraftLogging
import StagecraftMetrics
package import StagecraftServiceLifecycle
import StagecraftTracing

/// Everything that a replica has, and the order in which it ends.
package final class Replica: Sendable {
  package let configuration: Configuration
  package let orders: TableList<Order>
  package let copies: SharedPool<String>
  package let database: Database
  package let loans: Loans
  package let desk: ReaderDesk
  package let hub: OrderHub
  package let draining: Draining
  package let plan: ShutdownPlan
  let registry = PrometheusCollectorRegistry()
  let metrics: MetricsReporter
  let timeline: Timeline
  let spans: RecentSpans
  private let tracing: TracingReporter
  private let manager = OperationManager("readers", maximumConcurrency: 16)
  private let log: LogReporter
  private let logger: Logger
  let stores: Stores

  package init(
    _ configuration: Configuration, logger: Logger, spans: RecentSpans = RecentSpans()
  ) async throws {
    self.configuration = configuration
    self.logger = logger
    stores = try Stores(configuration, logger: logger)
    orders = try await stores.orders()
    copies = try await stores.copies(configuration)
    database = try Database(configuration.database, logger: logger)
    loans = Loans(copies, database: database)
    desk = ReaderDesk(manager, database: database)
    hub = OrderHub(orders)
    draining = Draining(configuration.drain)
    plan = ShutdownPlan(deadline: configuration.deadline, logger: logger)

    metrics = MetricsReporter(
      period: .seconds(5), factory: PrometheusMetricsFactory(registry: registry))
    metrics.report(all: [database.connections, copies, manager, hub])
    metrics.report(orders, as: "orders")
    log = LogReporter(logger)
    log.report(all: [database.connections, copies, manager])
    log.report(orders)
    var recording = Timeline.Configuration()
    recording.watchesMainActor = false
    timeline = Timeline(capacity: .events(20_000), configuration: recording)
    timeline.record(all: [database.connections, copies, manager])
    self.spans = spans
    tracing = TracingReporter(spans)
    tracing.report(all: [database.connections, copies, manager])
  }

  /// Serves until SIGTERM or SIGINT, and ends what was begun.
  ///
  /// A group shuts down in reverse order: first `/health` reports it, then the server stops
  /// accepting and answers what it has accepted, then all copies are returned, and at last the
  /// connections end.
  package func run(_ server: some Service) async throws {
    let parts = plan.services([database.connections, copies, loans, manager, orders])
    var group = ServiceGroupConfiguration(
      services: [metrics, log, tracing] + parts + [server, draining],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A browser that reads nothing would hold the server.
    group.maximumGracefulShutdownDuration = configuration.drain + configuration.deadline
    // All tasks are cancelled then. The program is stopped if one does not end.
    group.maximumCancellationDuration = .seconds(5)
    try await ServiceGroup(configuration: group).run()
    await stores.close()
    timeline.stop()
    logger.info("shut down\n\(plan.report)")
  }
}
