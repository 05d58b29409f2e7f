#if SQLite || PostgreSQL
internal import StageFloor
import StagecraftSharedPools

/// A report in the text format of OpenMetrics 1.0.
struct OpenMetricsReport {
  private(set) var text = ""

  init(_ report: SharedPoolReport, pool: String) {
    let labels = [("pool", pool)]
    family("lend_resources", "gauge", "Resources of the stock by state.")
    for state in SharedPoolReport.State.allCases {
      sample(
        "lend_resources", labels + [("state", state.rawValue)], String(report.count(of: state)))
    }
    family("lend_requests_waiting", "gauge", "Requests in line.")
    sample("lend_requests_waiting", labels, String(report.waiting))
    let oldest = report.line.map(\.waited).max() ?? .zero
    seconds("lend_oldest_wait", "The longest time that a request in line has waited.")
    sample("lend_oldest_wait_seconds", labels, oldest.secondsText)
    seconds("lend_lease_held", "How long ago a lease was granted.")
    for resource in report.resources {
      guard let holder = resource.holder else { continue }
      sample(
        "lend_lease_held_seconds", labels + [("resource", resource.name)], holder.held.secondsText)
    }
    seconds("lend_lease_remaining", "How long a lease lives without renewal.")
    for resource in report.resources {
      guard let holder = resource.holder else { continue }
      sample(
        "lend_lease_remaining_seconds", labels + [("resource", resource.name)],
        holder.remaining.secondsText)
    }
    seconds("lend_time_to_live", "How long a new lease lives without renewal.")
    sample("lend_time_to_live_seconds", labels, report.settings.timeToLive.secondsText)
    family("lend_events", "counter", "What has happened, by kind, since the pool was created.")
    for kind in LendingEvent.Kind.allCases {
      sample(
        "lend_events_total", labels + [("kind", kind.rawValue)], String(report.events[kind] ?? 0))
    }
    text += "# EOF\n"
  }

  private mutating func family(_ name: String, _ type: String, _ help: String) {
    text += "# TYPE \(name) \(type)\n# HELP \(name) \(help)\n"
  }

  private mutating func seconds(_ stem: String, _ help: String) {
    let name = stem + "_seconds"
    text += "# TYPE \(name) gauge\n# UNIT \(name) seconds\n# HELP \(name) \(help)\n"
  }

  private mutating func sample(_ name: String, _ labels: [(String, String)], _ value: String) {
    let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
    text += "\(name){\(pairs.joined(separator: ","))} \(value)\n"
  }

  private static func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: nil
      }
    }
  }
}
#endif
