import Foundation
package import NIOCore
import Stagecraft

/// An event of `/orders/events`, as JSON.
package enum OrderEvent: Codable, Equatable, Sendable {
  /// All rows, and whether the database can be reached.
  case snapshot(rows: [Order], isCurrent: Bool)
  /// What has changed since the event before.
  case changed(by: OrderChanges)
  /// The database can be reached again, or no longer.
  case state(isCurrent: Bool)
}

/// The changes of a list, with the rows that are new.
package struct OrderChanges: Codable, Equatable, Sendable {
  /// A row at a position after the changes.
  package struct Row: Codable, Equatable, Sendable {
    package var at: Int
    package var row: Order
  }

  /// A row that is moved.
  package struct Move: Codable, Equatable, Sendable {
    package var from: Int
    package var to: Int
  }

  package var removals: [Int]
  package var moves: [Move]
  package var insertions: [Row]
  package var updates: [Row]

  init(_ transition: ListTransition<ListSnapshot<Order>>) {
    let (changes, rows) = (transition.changes, transition.new)
    removals = changes.removals
    moves = changes.moves.map { Move(from: $0.source, to: $0.target) }
    insertions = changes.insertions.map { Row(at: $0, row: rows[$0]) }
    updates = changes.updates.map { Row(at: $0.new, row: rows[$0.new]) }
  }

  /// The rows after the changes, as the page computes them.
  package func applied(to old: [Order]) -> [Order] {
    let lost = Set(removals + moves.map(\.from))
    var stationary = old.indices.filter { !lost.contains($0) }.map { old[$0] }.makeIterator()
    var gained = Dictionary(uniqueKeysWithValues: insertions.map { ($0.at, $0.row) })
    for move in moves { gained[move.to] = old[move.from] }
    let count = old.count - removals.count + insertions.count
    var rows = (0..<count).compactMap { gained[$0] ?? stationary.next() }
    for update in updates { rows[update.at] = update.row }
    return rows
  }
}

extension OrderEvent {
  /// The event in the format of `text/event-stream`.
  package var bytes: ByteBuffer {
    get throws {
      var buffer = ByteBuffer(string: "data: ")
      buffer.writeBytes(try JSONEncoder().encode(self))
      buffer.writeString("\n\n")
      return buffer
    }
  }

  /// A comment, by which both sides notice that a connection is broken.
  static var heartbeat: ByteBuffer { ByteBuffer(string: ":\n\n") }
}
