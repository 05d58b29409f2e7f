import Foundation
import Hummingbird
import Stagecraft

/// `/orders`: each edit is written to the table, and reaches all browsers of all replicas from there.
struct OrderRoutes {
  let orders: TableList<Order>

  private struct NewOrder: Decodable {
    var title: String
    var reader: String
  }

  private struct Edit: Decodable { var state: Order.State }

  func add(to group: RouterGroup<BasicRequestContext>) {
    group.post { request, context in
      let new = try await request.decode(as: NewOrder.self, context: context)
      let order = Order(
        id: UUID().uuidString, title: new.title, reader: new.reader, state: .new,
        since: Date().timeIntervalSince1970)
      try await orders.insert(order)
      return EditedResponse(status: .created, response: order)
    }
    group.patch(":id") { request, context in
      let edit = try await request.decode(as: Edit.self, context: context)
      return try await orders.update(try context.parameters.require("id")) { $0.state = edit.state }
    }
    group.delete(":id") { _, context in
      let isRemoved = try await orders.remove(try context.parameters.require("id"))
      return isRemoved ? HTTPResponse.Status.noContent : .notFound
    }
  }
}

extension Order: ResponseEncodable {}
