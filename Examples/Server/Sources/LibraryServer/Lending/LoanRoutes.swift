import Hummingbird
import ServiceLifecycle
import Stagecraft

/// `/books`: the stock, loans and returns.
struct LoanRoutes {
  let loans: Loans

  private struct Borrower: Decodable { var reader: String }

  func add(to group: RouterGroup<BasicRequestContext>) {
    group.get { _, _ in try await loans.stock() }
    group.post(":id/loan") { request, context -> Response in
      let waits = request.uri.queryParameters["wait"] != nil
      // What watches whether the client leaves also ends the connection.
      let headers: HTTPFields = waits ? [.connection: "close"] : [:]
      do {
        // A client that leaves while it waits leaves the line.
        let loan =
          waits
          ? try await request.body.consumeWithCancellationOnInboundClose { body in
            var request = request
            request.body = body
            let asked = request
            // A request that waits in line ends when the server shuts down.
            return try await cancelWhenGracefulShutdown { try await lend(asked, context) }
          } : try await lend(request, context)
        return try EditedResponse(status: .created, headers: headers, response: loan)
          .response(from: request, context: context)
      } catch let error as NoCopyFree {
        return try EditedResponse(status: .conflict, headers: headers, response: error.holders)
          .response(from: request, context: context)
      }
    }
    group.delete(":id/loan/:fence") { _, context in
      try await loans.giveBack(Fence(try context.parameters.require("fence", as: Int64.self)))
      return HTTPResponse.Status.noContent
    }
  }

  private func lend(_ request: Request, _ context: BasicRequestContext) async throws -> Loan {
    let book = try context.parameters.require("id", as: Int.self)
    let borrower = try await request.decode(as: Borrower.self, context: context)
    let seconds = request.uri.queryParameters.get("wait", as: Int.self) ?? 0
    return try await loans.lend(
      book, to: borrower.reader, waiting: .seconds(min(max(0, seconds), 60)))
  }
}

extension Loan: ResponseEncodable {}
extension BookStock: ResponseEncodable {}
extension Holders: ResponseEncodable {}
