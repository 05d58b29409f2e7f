#if PostgresNIO
internal import Logging
internal import NIOCore
internal import PostgresFloor
internal import PostgresNIO
internal import StageFloor
internal import StagecraftTableLists

/// A parameter as text, whose type the server chooses as it does for libpq.
private struct TextParameter: PostgresNonThrowingEncodable {
  var text: String

  static var psqlType: PostgresDataType { .null }
  static var psqlFormat: PostgresFormat { .text }

  func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<JSONEncoder>
  ) {
    byteBuffer.writeString(text)
  }
}

extension PostgresQuery {
  init(_ text: String, _ parameters: [String?]) {
    var binds = PostgresBindings(capacity: parameters.count)
    for parameter in parameters {
      guard let parameter else {
        binds.appendNull()
        continue
      }
      // As over libpq: no stored text contains the character that replaces a zero byte.
      let bytes = parameter.utf8.lazy.map { $0 == 0 ? 1 : $0 }
      binds.append(TextParameter(text: String(decoding: bytes, as: UTF8.self)))
    }
    self.init(unsafeSQL: text, binds: binds)
  }
}

extension PostgresConnection {
  /// Sends a statement, and passes its rows on, on the event loop.
  ///
  /// A statement that is written to a connection that has closed is never answered. A connection
  /// closes on its event loop, so `isClosed` is read there, in the turn in which the statement is
  /// written.
  func send(
    _ query: PostgresQuery, logger: Logger,
    row: @escaping @Sendable (PostgresRow) -> Void
  ) async throws {
    let end = eventLoop.flatSubmit { () -> EventLoopFuture<PostgresQueryMetadata> in
      if self.isClosed { return self.eventLoop.makeFailedFuture(ClientFailure.closed) }
      return self.query(query, logger: logger, row)
    }
    _ = try await end.get()
  }

  /// The first value of a statement as text, or nil if there is none.
  @discardableResult
  func value(
    of text: String, _ parameters: [String?] = [], logger: Logger
  ) async throws -> String? {
    let first = Guarded<String??>(nil)
    try await send(PostgresQuery(text, parameters), logger: logger) { row in
      let value = row.first.flatMap { $0.text }
      first.withLock { if $0 == nil { $0 = .some(value) } }
    }
    return first.withLock { $0 } ?? nil
  }
}

extension PostgresCell {
  /// The value as the server writes it as text, for the types of answers and catalogs.
  ///
  /// postgres-nio asks for all results in the binary form, which has the same bytes as the other one
  /// for text, JSON and names. Types besides these and the ones below are cast in SQL.
  var text: String? {
    guard let bytes else { return nil }
    let start = bytes.readerIndex
    switch (dataType, bytes.readableBytes) {
    case _ where format == .text: return String(buffer: bytes)
    case (.bool, 1): return bytes.getInteger(at: start, as: UInt8.self) == 0 ? "f" : "t"
    case (.int2, 2): return bytes.getInteger(at: start, as: Int16.self).map { String($0) }
    case (.int4, 4): return bytes.getInteger(at: start, as: Int32.self).map { String($0) }
    case (.oid, 4): return bytes.getInteger(at: start, as: UInt32.self).map { String($0) }
    case (.int8, 8): return bytes.getInteger(at: start, as: Int64.self).map { String($0) }
    default: return String(buffer: bytes)
    }
  }

  /// The value of a table's column, equal to the one that libpq's text is read as.
  func value(_ kind: PostgresTableKind) -> TableValue {
    guard let bytes else { return .null }
    let start = bytes.readerIndex
    switch (kind, dataType) {
    case _ where format == .text:
      return bytes.withUnsafeReadableBytes { kind.value($0.bindMemory(to: CChar.self)) }
    case (.truth, .bool):
      return .integer(bytes.getInteger(at: start, as: UInt8.self) == 0 ? 0 : 1)
    case (.integer, _):
      let text = text ?? ""
      return Int64(text).map { .integer($0) } ?? .text(text)
    case (.real, .float4):
      // The nearest `Double` of the shortest decimal, which is what the server writes as text.
      let number = bytes.getInteger(at: start, as: UInt32.self).map { Float(bitPattern: $0) } ?? 0
      return .real(Double(number.description) ?? Double(number))
    case (.real, .float8):
      return .real(
        bytes.getInteger(at: start, as: UInt64.self).map { Double(bitPattern: $0) } ?? 0)
    case (.bytes, .bytea): return .bytes(Array(bytes.readableBytesView))
    default: return .text(text ?? "")
    }
  }
}
#endif
