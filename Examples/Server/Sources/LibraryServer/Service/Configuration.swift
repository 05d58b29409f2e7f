import Foundation

/// What a replica is told when it starts.
package struct Configuration: Sendable {
  /// How it appears in the log, in metrics, and to readers who ask who has a copy.
  package var name = "replica"
  /// The port at which it listens; 0 is one that is free.
  package var port = 8080
  /// The database, as a URL that begins with `postgres://`.
  package var database: String
  /// How long it answers after SIGTERM although `/health` reports 503: the time in which a load
  /// balancer notices.
  package var drain: Duration = .seconds(2)
  /// How long the shutdown of its parts may take after that.
  package var deadline: Duration = .seconds(20)
  /// How long a loan lives if the replica that keeps it has died.
  package var timeToLive: Duration = .seconds(10)

  package init(database: String) { self.database = database }

  /// Reads the arguments; the database is in the environment, since others can read arguments.
  package init(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UsageError) {
    guard let database = environment["LIBRARY_DATABASE"] else {
      throw UsageError("LIBRARY_DATABASE is not set, such as postgres://library@localhost/library.")
    }
    self.database = database
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value.") }
      switch (option, Int(value)) {
      case ("--name", _): name = value
      case ("--port", let port?): self.port = port
      case ("--drain", let seconds?): drain = .seconds(seconds)
      case ("--time-to-live", let seconds?): timeToLive = .seconds(seconds)
      default: throw UsageError("\(option) \(value) is no option. See README.md.")
      }
    }
  }
}

/// A wrong argument, or an address that cannot be used.
package struct UsageError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
