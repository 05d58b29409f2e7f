import Hummingbird
import ServiceLifecycle

/// `GET /orders/events`: a snapshot of the orders, then exact changes, until the browser leaves or
/// the server shuts down.
struct EventRoutes {
  let hub: OrderHub

  func add(to group: RouterGroup<BasicRequestContext>) {
    group.get("events") { request, _ in
      let body = ResponseBody { writer in
        let events = hub.open()
        defer { events.close() }
        try await request.body.consumeWithInboundCloseHandler { _ in
          try await withTaskCancellationOrGracefulShutdownHandler {
            for try await event in events { try await writer.write(event) }
          } onCancelOrGracefulShutdown: {
            events.close()
          }
        } onInboundClosed: {
          events.close()
        }
        try await writer.finish(nil)
      }
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/event-stream", .cacheControl: "no-cache", .connection: "close",
        ], body: body)
    }
  }
}
