#if PostgreSQL
internal import CPostgres
internal import PostgresFloor
internal import StagecraftSharedPools

extension PostgresLink {
  func readResults() {
    // Between two calls libpq returns a null pointer once; twice in a row means that it has
    // nothing.
    var nulls = 0
    while let connection, completed < sent.count, PQisBusy(connection) == 0 {
      guard let result = PQgetResult(connection) else {
        nulls += 1
        if nulls > 1 { return }
        continue
      }
      nulls = 0
      defer { PQclear(result) }
      read(result)
    }
  }

  private func read(_ result: OpaquePointer) {
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC:
      completed += 1
      if completed == sent.count { allCompleted() }
    case PGRES_COMMAND_OK: sent[completed].prepares = false
    case PGRES_TUPLES_OK:
      guard PQntuples(result) > 0, PQgetisnull(result, 0, 0) == 0 else { return }
      sent[completed].value = String(cString: PQgetvalue(result, 0, 0))
    case PGRES_FATAL_ERROR:
      let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
      sent[completed].message = PostgresMessage(code: code, sentence: text ?? "no reason given")
      // A statement that has failed stays prepared, unless this was the failure of preparing it.
      if sent[completed].prepares || code == "26000" {
        prepared.remove(sent[completed].statement.name.description)
      }
    default: break
    }
  }

  private func allCompleted() {
    let calls = sent
    sent = []
    completed = 0
    if state == .preparing { return prepared(calls) }
    // The last call is the flush. Without it, nothing is sure.
    let lost = calls.last?.message
    for call in calls {
      guard let unit = call.unit else { continue }
      if let message = call.message {
        unit.answer(.failure(message.error(at: place)))
      } else if let lost {
        unit.answer(.failure(lost.errorOfFlush(at: place)))
      } else {
        unit.answer(.success(call.value ?? ""))
      }
    }
  }

  func readNotifications() {
    while let connection, let notification = PQnotifies(connection) {
      defer { PQfreemem(notification) }
      handlers.notified(
        String(cString: notification.pointee.relname),
        String(cString: notification.pointee.extra))
    }
  }
}
#endif
