package import Hummingbird
package import Logging
package import NIOCore
import Stagecraft

extension Replica {
  /// The server with all routes.
  package func server(
    logger: Logger, onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let address = BindAddress.hostname("127.0.0.1", port: configuration.port)
    return Application(
      router: router, configuration: ApplicationConfiguration(address: address), services: [hub],
      onServerRunning: onRunning, logger: logger)
  }

  private var router: Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: TracingMiddleware())
    router.add(middleware: ErrorResponses())
    OrderRoutes(orders: orders).add(to: router.group("orders"))
    EventRoutes(hub: hub).add(to: router.group("orders"))
    LoanRoutes(loans: loans).add(to: router.group("books"))
    ReaderRoutes(desk: desk).add(to: router)
    addSearch(to: router)
    addReports(to: router)
    return router
  }

  private func addSearch(to router: Router<BasicRequestContext>) {
    router.get("search") { [database] request, _ in
      let text = request.uri.queryParameters["q"].map(String.init) ?? ""
      let rows = try await database.query(
        """
        select id, title from books
        where position(lower(\(text)) in lower(title || ' ' || coalesce(author, ''))) > 0
        order by id limit 20
        """)
      return try rows.map { row in
        let (id, title) = try row.decode((Int, String).self)
        return BookFound(id: id, title: title)
      }
    }
  }

  private func addReports(to router: Router<BasicRequestContext>) {
    router.get("/") { _, _ in html(String(decoding: PackageResources.index_html, as: UTF8.self)) }
    router.get("health") { [draining, orders] _, _ in
      let isReady = !draining.hasBegun && orders.state.isCurrent
      return isReady ? HTTPResponse.Status.ok : .serviceUnavailable
    }
    router.get("metrics") { [metrics, registry] _, _ in
      metrics.update()
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: registry.emitToBuffer())))
    }
    router.get("traces") { [spans] _, _ in spans.text() }
    router.get("report") { [timeline, configuration] _, _ in
      html(timeline.recording.reportHTML(title: configuration.name))
    }
  }
}

private struct BookFound: ResponseEncodable {
  var id: Int
  var title: String
}

private func html(_ text: String) -> Response {
  Response(
    status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
    body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
}
