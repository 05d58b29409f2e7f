import Foundation
import Hummingbird
import Stagecraft

/// `/login` and `/favourites`: what needs a reader, by the header `Authorization: Basic`.
struct ReaderRoutes {
  let desk: ReaderDesk

  func add(to router: Router<BasicRequestContext>) {
    router.post("login") { request, _ in
      try await desk.signIn(try credentials(of: request)).value
    }
    router.post("favourites/:id") { request, context in
      let book = try context.parameters.require("id", as: Int.self)
      try await desk.setFavourite(book, by: try credentials(of: request)).value
      return HTTPResponse.Status.noContent
    }
  }

  private func credentials(of request: Request) throws -> Credentials {
    guard let header = request.headers[.authorization], header.hasPrefix("Basic "),
      let data = Data(base64Encoded: String(header.dropFirst(6))),
      case let parts = String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1),
      parts.count == 2
    else { throw WrongCredentials() }
    return Credentials(name: String(parts[0]), pin: String(parts[1]))
  }
}
