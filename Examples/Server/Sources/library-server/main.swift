import Foundation
import Hummingbird
import LibraryServer
import Logging
import Tracing

LoggingSystem.bootstrap(StreamLogHandler.standardError)
do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  let isSetUp = arguments.first == "set-up"
  let configuration = try Configuration(isSetUp ? Array(arguments.dropFirst()) : arguments)
  let logger = Logger(label: configuration.name)
  if isSetUp {
    try await Catalogue.setUp(configuration, logger: logger)
  } else {
    // Before the replica, whose middleware asks for the tracer of the process.
    let spans = RecentSpans()
    InstrumentationSystem.bootstrap(spans)
    let replica = try await Replica(configuration, logger: logger, spans: spans)
    let server = replica.server(logger: logger) { channel in
      let port = channel.localAddress?.port ?? 0
      FileHandle.standardOutput.write(
        Data("\(configuration.name) listens on http://127.0.0.1:\(port)\n".utf8))
    }
    try await replica.run(server)
  }
} catch {
  FileHandle.standardError.write(Data("\(String(reflecting: error))\n".utf8))
  exit(1)
}
