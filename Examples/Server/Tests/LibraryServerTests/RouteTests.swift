import Hummingbird
import HummingbirdTesting
import Stagecraft
import Testing

@testable import LibraryServer

@Suite("Routes", .needsDatabase, .timeLimit(.minutes(3)))
struct RouteTests {
  /// A replica with a library of its own.
  private func withReplica(
    _ body: @Sendable (Replica, Client) async throws -> Void
  ) async throws {
    let configuration = try await PrivateServer.makeLibrary()
    let replica = try await Replica(configuration, logger: PrivateServer.logger)
    try await replica.server(logger: PrivateServer.logger).test(.live) { test in
      try await body(replica, Client(port: try #require(test.port)))
    }
    await replica.close()
  }

  @Test func ordersAreCreatedEditedAndRemoved() async throws {
    try await withReplica { replica, client in
      let created = try await client.send("POST", "/orders", ["title": "Emma", "reader": "Ada"])
      #expect(created.status == 201)
      let order = try created.json(as: Order.self)
      #expect(replica.orders.list.snapshot()[id: order.id] == order)

      let edited = try await client.send("PATCH", "/orders/\(order.id)", ["state": "ready"])
      #expect(try edited.json(as: Order.self).state == .ready)
      #expect(replica.orders.list.snapshot()[id: order.id]?.state == .ready)

      #expect(try await client.send("DELETE", "/orders/\(order.id)").status == 204)
      #expect(try await client.send("DELETE", "/orders/\(order.id)").status == 404)
      let late = try await client.send("PATCH", "/orders/\(order.id)", ["state": "new"])
      #expect(late.status == 404)
    }
  }

  @Test func aWrongBodyIsRefused() async throws {
    try await withReplica { _, client in
      let incomplete = try await client.send("POST", "/orders", ["title": "Emma"])
      #expect(incomplete.status == 400)
      #expect(try await client.send("POST", "/orders").status == 400)
    }
  }

  @Test func eventsAreASnapshotAndThenExactChanges() async throws {
    try await withReplica { replica, client in
      _ = try await client.send("POST", "/orders", ["title": "Emma", "reader": "Ada"])
      var events = try await client.events().makeAsyncIterator()
      var page = Page()
      page.receive(try #require(try await events.next()))
      #expect(page.rows.map(\.title) == ["Emma"])
      _ = try await client.send("POST", "/orders", ["title": "Walden", "reader": "Ben"])
      while page.rows.count < 2 { page.receive(try #require(try await events.next())) }
      #expect(page.rows == Array(replica.orders.list.snapshot()))
      #expect(page.snapshots == 1)
    }
  }

  /// While nothing is read, 25 MB are written to one order: more than the buffers of a connection
  /// take, and more changes than the queue.
  @Test func aBrowserThatDoesNotReadReceivesASnapshotLater() async throws {
    try await withReplica { replica, client in
      let order = Order(id: "1", title: "Emma", reader: "Ada", state: .new, since: 0)
      try await replica.orders.insert(order)
      let events = try await client.events {
        for number in 1...250 {
          try await replica.orders.update("1") { row in
            row.title = "\(number) \(String(repeating: "x", count: 100_000))"
          }
        }
      }
      var page = Page()
      for try await event in events {
        page.receive(event)
        if page.rows.first?.title.hasPrefix("250 ") == true { break }
      }
      #expect(page.rows == Array(replica.orders.list.snapshot()))
      #expect(page.snapshots == 2)
    }
  }

  @Test func aBookWithoutAFreeCopyIsRefusedWithThoseWhoAreAhead() async throws {
    try await withReplica { _, client in
      let first = try await client.send("POST", "/books/3/loan", ["reader": "Ben"])
      #expect(first.status == 201)
      let loan = try first.json(as: Loan.self)

      let second = try await client.send("POST", "/books/3/loan", ["reader": "Ada"])
      #expect(second.status == 409)
      let holders = try second.json(as: Holders.self)
      #expect(holders.copies.map(\.reader) == ["Ben"])
      #expect(holders.copies.map(\.copy) == [loan.copy])

      #expect(try await client.send("DELETE", "/books/3/loan/\(loan.fence)").status == 204)
      #expect(try await client.send("DELETE", "/books/3/loan/\(loan.fence)").status == 404)
      let third = try await client.send("POST", "/books/3/loan", ["reader": "Ada"])
      #expect(try third.json(as: Loan.self).fence > loan.fence)
    }
  }

  @Test func aWaitingRequestReceivesTheReturnedCopy() async throws {
    try await withReplica { replica, client in
      let first = try await client.send("POST", "/books/3/loan", ["reader": "Ben"])
      let loan = try first.json(as: Loan.self)
      async let second = client.send("POST", "/books/3/loan?wait=50", ["reader": "Ada"])
      // Asked until the request is in line.
      while try await replica.copies.report().line.isEmpty {}
      let refused = try await client.send("POST", "/books/3/loan", ["reader": "Eve"])
      #expect(try refused.json(as: Holders.self).waiting == 1)
      _ = try await client.send("DELETE", "/books/3/loan/\(loan.fence)")
      #expect(try await second.status == 201)
    }
  }

  @Test func aClientThatLeavesWhileItWaitsLeavesTheLine() async throws {
    try await withReplica { replica, client in
      _ = try await client.send("POST", "/books/3/loan", ["reader": "Ben"])
      let waiting = Task {
        try await client.send("POST", "/books/3/loan?wait=50", ["reader": "Ada"])
      }
      while try await replica.copies.report().line.isEmpty {}
      waiting.cancel()
      while try await !replica.copies.report().line.isEmpty {}
      await #expect(throws: (any Error).self) { try await waiting.value }
    }
  }

  @Test func healthAndEventsFollowTheDatabase() async throws {
    let configuration = try await PrivateServer.makeLibrary()
    let replica = try await Replica(configuration, logger: PrivateServer.logger)
    try await replica.server(logger: PrivateServer.logger).test(.live) { test in
      let client = Client(port: try #require(test.port))
      var events = try await client.events().makeAsyncIterator()
      func state(_ isCurrent: Bool) async throws {
        while try await events.next() != .state(isCurrent: isCurrent) {}
      }
      _ = try await events.next()
      try await PrivateServer.setConnections(false, to: configuration)
      try await state(false)
      #expect(try await client.send("GET", "/health").status == 503)
      #expect(try await client.send("GET", "/search?q=e").status == 503)
      try await PrivateServer.setConnections(true, to: configuration)
      try await state(true)
      #expect(try await client.send("GET", "/health").status == 200)
      #expect(try await client.send("GET", "/search?q=e").status == 200)
    }
    await replica.close()
  }

  @Test func theStockCountsWhatIsLent() async throws {
    try await withReplica { _, client in
      _ = try await client.send("POST", "/books/1/loan", ["reader": "Ben"])
      let emma = try #require(
        try await client.send("GET", "/books").json(as: [BookStock].self).first)
      #expect(emma.title == "Emma")
      #expect(emma.copies == 3)
      #expect(emma.free == 2)
    }
  }

  @Test func favouritesOfOneReaderAskForOneLogin() async throws {
    try await withReplica { replica, client in
      try await withThrowingTaskGroup { group in
        for book in 1...12 {
          group.addTask {
            try await client.send("POST", "/favourites/\(book)", as: "Ada:1815").status
          }
        }
        for try await status in group { #expect(status == 204) }
      }
      #expect(replica.desk.questions == 1)
      let rows = try await replica.database.query("select book from favourites")
      #expect(rows.count == 12)
    }
  }

  @Test func aWrongNumberIsRefusedAndChangesNothing() async throws {
    try await withReplica { replica, client in
      let right = try await client.send("POST", "/login", as: "Ada:1815")
      #expect(right.status == 200)
      #expect(try await client.send("POST", "/login", as: "Ada:0000").status == 401)
      #expect(try await client.send("POST", "/favourites/1", as: "Ada:0000").status == 401)
      #expect(try await client.send("POST", "/favourites/1").status == 401)
      #expect(try await replica.database.query("select book from favourites").isEmpty)
    }
  }

  @Test func searchFindsTitlesAndAuthors() async throws {
    try await withReplica { _, client in
      struct Found: Decodable { var title: String }
      let found = try await client.send("GET", "/search?q=austen").json(as: [Found].self)
      #expect(found.map(\.title) == ["Emma"])
    }
  }

  @Test func metricsReportAndPageAreServed() async throws {
    try await withReplica { _, client in
      _ = try await client.send("GET", "/search?q=emma")
      let metrics = String(decoding: try await client.send("GET", "/metrics").body, as: UTF8.self)
      #expect(metrics.contains("stagecraft_pool_created{pool=\"connections\"}"))
      #expect(metrics.contains("stagecraft_browsers_open{browsers=\"orders\"}"))
      let report = try await client.send("GET", "/report")
      #expect(String(decoding: report.body, as: UTF8.self).contains("connections"))
      let page = try await client.send("GET", "/")
      #expect(String(decoding: page.body, as: UTF8.self).contains("City Library"))
      #expect(try await client.send("GET", "/health").status == 200)
    }
  }
}
