#if SQLite && PostgreSQL
import LendingProof

/// What the command was asked to do.
struct StormOptions {
  /// What is done to the processes and to the store.
  enum Fault: String, CaseIterable {
    /// A process is killed.
    case kill
    /// A process is stopped until its leases have ended and others hold what it held.
    case stop
    /// A process stops itself between looking at its lease and writing.
    case pause
    /// Requests and answers of all processes are lost, delayed and repeated.
    case cut
    /// The server is restarted.
    case restart
    /// The server is killed, and started again.
    case crash
    /// Nothing passes on the connections to the server for a while, and they stay open.
    case halfOpen = "half-open"
    /// The server's notifications are lost for a while.
    case unnotified
    /// The server is replaced by a replica that has lost its last decisions.
    case failover

    /// Whether it is done to a server of the storm's own.
    var needsServer: Bool { [.restart, .crash, .halfOpen, .unnotified, .failover].contains(self) }
  }

  /// Mistakes on purpose, which the checker must notice.
  static let plants = ["fence"] + PlantedStore.Mistake.allCases.map(\.rawValue)

  /// What a mistake violates, and the faults without which it might do no harm.
  static func aim(
    of plant: String
  ) -> (property: HistoryViolation.Property, faults: [Fault]) {
    switch PlantedStore.Mistake(rawValue: plant) {
    case nil: (.guardedWrites, [.pause])
    case .margin: (.cancelledInTime, [.cut])
    case .tombstone: (.oneAnswer, [.cut])
    case .answer: (.oneAnswer, [.cut])
    case .holders: (.oneHolder, [])
    case .order: (.order, [])
    case .half: (.allOrNone, [])
    }
  }

  var store = ""
  var faults: [Fault]?
  var rounds = 20
  var failovers = 3
  /// Of a lease, or `nil` for 0.4 seconds, and 0.7 with a server.
  var lifetime: Int?
  var seed: UInt64 = .random(in: 1...999_999)
  var seconds = 0
  var processes = 4
  var plant: String?
  /// Whether all mistakes are made, one after the other.
  var showsPlants = false
  var keepsFiles = false
  /// Of a process that borrows: its name, and the folder of the storm.
  var worker: (name: String, folder: String)?

  var timeToLive: Duration {
    .milliseconds(lifetime ?? (store.hasPrefix("sqlite") ? 400 : 700))
  }

  /// The faults that happen: all that the store can have, or for a mistake those that provoke it.
  var effectiveFaults: [Fault] {
    guard let plant else { return faults ?? Fault.allCases }
    return Array(Set((faults ?? []) + Self.aim(of: plant).faults))
  }

  static let usage = """
    usage: storm --store sqlite[:PATH]|postgres:ADDRESS|cluster
                 [--faults all|kill,stop,pause,cut,restart,crash,half-open,unnotified,failover]
                 [--rounds 20] [--failovers 3] [--seconds 0] [--processes 4] [--ttl 400]
                 [--seed N] [--plant MISTAKE] [--keep]
           storm --plants

    Starts processes that lend one stock, kills, stops and disconnects them, and checks what they
    have written down. Exits with 0 if nothing was violated, with 1 if something was.

      --store     cluster is a PostgreSQL server of the storm's own; the last five faults need it
      --rounds    how often each fault happens, but for failovers
      --ttl       the time to live of leases in milliseconds
      --seconds   how long it lasts at least
      --plant     makes a mistake on purpose, for at most 60 seconds, until it is found:
                  \(plants.joined(separator: ", "))
      --plants    makes all of them, one after the other, and none at last; exits with 0 if each
                  was found, and nothing was found without one
      --keep      keeps the histories
    """

  init(_ arguments: [String]) throws(StormError) {
    var rest = arguments[...]
    func value(of option: String) throws(StormError) -> String {
      guard let value = rest.popFirst() else { throw StormError("\(option) needs a value.") }
      return value
    }
    func number(of option: String, _ range: ClosedRange<Int>) throws(StormError) -> Int {
      let text = try value(of: option)
      guard let number = Int(text), range.contains(number) else {
        throw StormError(
          "\(option) is \"\(text)\"; it must be from \(range.lowerBound) to \(range.upperBound).")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--store": store = try value(of: option)
      case "--faults": faults = try Self.faults(try value(of: option))
      case "--rounds": rounds = try number(of: option, 0...100_000)
      case "--failovers": failovers = try number(of: option, 0...100)
      case "--ttl": lifetime = try number(of: option, 300...60_000)
      case "--plants": showsPlants = true
      case "--seconds": seconds = try number(of: option, 0...86_400)
      case "--processes": processes = try number(of: option, 1...64)
      case "--seed": seed = UInt64(try number(of: option, 0...Int.max))
      case "--keep": keepsFiles = true
      case "--plant":
        let name = try value(of: option)
        guard Self.plants.contains(name) else {
          throw StormError(
            "There is no mistake \"\(name)\"; there are \(Self.plants.joined(separator: ", ")).")
        }
        plant = name
      case "--worker": worker = (try value(of: option), try value(of: option))
      default: throw StormError("There is no option \"\(option)\".\n\n\(Self.usage)")
      }
    }
    if showsPlants, store.isEmpty { store = "sqlite" }
    if store.isEmpty { throw StormError("--store is missing.\n\n\(Self.usage)") }
  }

  private static func faults(_ text: String) throws(StormError) -> [Fault] {
    if text == "all" { return Fault.allCases }
    var faults: [Fault] = []
    for name in text.split(separator: ",") {
      guard let fault = Fault(rawValue: String(name)) else {
        let all = Fault.allCases.map(\.rawValue).joined(separator: ", ")
        throw StormError("There is no fault \"\(name)\"; there are \(all).")
      }
      faults.append(fault)
    }
    return faults
  }
}

/// The reason that a storm could not take place.
struct StormError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
#endif
