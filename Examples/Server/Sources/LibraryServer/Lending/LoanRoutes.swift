import Hummingbird
import Stagecraft

/// `/books`: the stock, loans and returns.
struct LoanRoutes {
  let loans: Loans

  private struct Borrower: Decodable { var reader: String }

  func add(to group: RouterGroup<BasicRequestContext>) {
    group.get { _, _ in try await loans.stock() }
    group.post(":id/loan") { request, context -> Response in
      let book = try context.parameters.require("id", as: Int.self)
      let borrower = try await request.decode(as: Borrower.self, context: context)
      let seconds = request.uri.queryParameters.get("wait", as: Int.self) ?? 0
      let limit = Duration.seconds(min(max(0, seconds), 60))
      let lend = { try await loans.lend(book, to: borrower.reader, waiting: limit) }
      do {
        // A client that leaves while it waits leaves the line.
        let loan =
          limit == .zero
          ? try await lend()
          : try await request.body.consumeWithCancellationOnInboundClose { _ in try await lend() }
        return try EditedResponse(status: .created, response: loan)
          .response(from: request, context: context)
      } catch let error as NoCopyFree {
        return try EditedResponse(status: .conflict, response: error.holders)
          .response(from: request, context: context)
      }
    }
    group.delete(":id/loan/:fence") { _, context in
      try await loans.giveBack(Fence(try context.parameters.require("fence", as: Int64.self)))
      return HTTPResponse.Status.noContent
    }
  }
}

extension Loan: ResponseEncodable {}
extension BookStock: ResponseEncodable {}
extension Holders: ResponseEncodable {}
