import AsyncHTTPClient
import Foundation
import LibraryServer
import NIOCore

/// A client of one replica.
struct Client: Sendable {
  struct Answer: Sendable {
    var status: UInt
    var body: Data

    func json<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
      try JSONDecoder().decode(type, from: body)
    }
  }

  let port: Int

  func send(
    _ method: String, _ path: String, _ body: [String: String]? = nil, as credentials: String? = nil
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = .init(rawValue: method)
    if let body { request.body = .bytes(try JSONEncoder().encode(body)) }
    if let credentials {
      let text = Data(credentials.utf8).base64EncodedString()
      request.headers.add(name: "Authorization", value: "Basic \(text)")
    }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    let bytes = try await response.body.collect(upTo: 1 << 24)
    return Answer(status: response.status.code, body: Data(buffer: bytes))
  }

  /// The events of the orders, until the stream ends; nothing is read before `work` has ended.
  func events(
    readAfter work: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> AsyncThrowingStream<OrderEvent, any Error> {
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/orders/events")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(300))
    return AsyncThrowingStream { continuation in
      let task = Task {
        var bytes = Data()
        do {
          try await work()
          for try await buffer in response.body {
            bytes += Data(buffer: buffer)
            while let end = bytes.firstRange(of: Data("\n\n".utf8)) {
              let event = bytes[..<end.lowerBound]
              bytes = Data(bytes[end.upperBound...])
              guard event.starts(with: Data("data: ".utf8)) else { continue }
              let json = event.dropFirst(6)
              continuation.yield(try JSONDecoder().decode(OrderEvent.self, from: json))
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// What a browser shows: the rows after all events that it has received.
struct Page {
  private(set) var rows: [Order] = []
  private(set) var snapshots = 0

  mutating func receive(_ event: OrderEvent) {
    switch event {
    case .snapshot(let all, _):
      rows = all
      snapshots += 1
    case .changed(let changes): rows = changes.applied(to: rows)
    case .state: break
    }
  }
}
