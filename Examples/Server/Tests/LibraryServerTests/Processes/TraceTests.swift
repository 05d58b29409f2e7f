import LibraryServer
import Testing

@Suite("Traces", .needsDatabase, .timeLimit(.minutes(3)))
struct TraceTests {
  @Test func aRequestHasTheSpansOfItsOperationsAndQueries() async throws {
    let replica = try await ReplicaProcess("replica", try await PrivateServer.makeLibrary())
    let client = replica.client
    #expect(try await client.send("POST", "/favourites/2", as: "Ben:1706").status == 204)
    #expect(try await client.send("POST", "/favourites/2", as: "Ben:1").status == 401)
    var traces = try await Self.traces(at: client)
    // Spans may end after the answer to their request. Of twenty traces that are shown, each
    // question takes one.
    for pause in 1...15 where traces.count < 2 || traces[0].matches(of: /error:/).count < 2 {
      try await Task.sleep(for: .milliseconds(100 * pause))
      traces = try await Self.traces(at: client)
    }
    #expect(traces.count == 2, "\(traces)")
    // Without the durations, newest first.
    let names = traces.last?.split(separator: "\n").map { line in
      line.split(separator: "  ").first { !$0.isEmpty } ?? ""
    }
    #expect(names?.first == "/favourites/{id}")
    // The first query waits until its connection has been made.
    let others = names?.dropFirst().filter { $0 != "wait connections" }.sorted()
    #expect(others == ["favourite", "query", "query", "sign in"])
    #expect(traces.last?.contains("\n  sign in") == true)
    #expect(traces.last?.contains("\n    query") == true)
    // The request was answered; its operations have failed.
    let failed = traces.first?.split(separator: "\n").filter { $0.contains("error: ") } ?? []
    #expect(failed.count == 2)
    #expect(failed.contains { $0.contains("sign in") && $0.contains("WrongCredentials") })
    replica.signal(15)
    #expect(await replica.end.status == 0)
  }

  private static func traces(at client: Client) async throws -> [Substring] {
    let answer = try await client.send("GET", "/traces")
    return String(decoding: answer.body, as: UTF8.self).split(separator: "\n\n")
      .filter { !$0.hasPrefix("/traces ") }
  }
}
