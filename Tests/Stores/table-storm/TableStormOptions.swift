#if SQLite && PostgreSQL
/// What the command was asked to do.
struct TableStormOptions {
  /// What is done to the processes and to the server.
  enum Fault: String, CaseIterable {
    /// A writer is killed, in the middle of a transaction if it happens so.
    case killWriter = "kill-writer"
    case killFollower = "kill-follower"
    /// A writer is stopped, with the locks that it holds.
    case stopWriter = "stop-writer"
    case stopFollower = "stop-follower"
    /// A follower is stopped until the log does not reach back to what it has shown.
    case outrun
    /// All rows are removed and written again, in one transaction: with TRUNCATE where there is one.
    case truncate
    /// The table has another name for a while.
    case rename
    /// The table gets another column.
    case addColumn = "add-column"
    case restart, crash
    /// The server's notifications are lost for a while.
    case unnotified
    /// Nothing passes on the followers' connections for a while, and they stay open.
    case halfOpen = "half-open"

    var needsServer: Bool { [.restart, .crash, .unnotified, .halfOpen].contains(self) }
  }

  /// Mistakes of a follower on purpose, which the checker must notice.
  enum Plant: String, CaseIterable {
    /// A row that was written is left out now and then.
    case lost
    /// A row that was removed is left out now and then.
    case kept
    /// Half of the changes are shown earlier than the others.
    case half
    /// A transaction that began earlier and commits later is missed.
    case late
    /// Nothing is heard any more.
    case deaf
    /// Where the log does not reach back, nothing is read.
    case blind
    /// A window lacks its last row.
    case short
  }

  /// How many changes the log keeps.
  static let keptChanges = 2_000
  /// How many rows a follower shows that is a window.
  static let windowCount = 60

  /// Every second follower is a window of the first rows; nil: it has all.
  static func limit(ofFollower number: Int) -> Int? {
    number.isMultiple(of: 2) ? nil : windowCount
  }

  var store = ""
  var rounds = 20
  var seed: UInt64 = .random(in: 1...999_999)
  var writers = 8
  var followers = 4
  var plant: Plant?
  var showsPlants = false
  var keepsFiles = false
  /// Of a process: whether it follows, its number, and the folder of the storm.
  var worker: (follows: Bool, number: Int, folder: String)?

  static let usage = """
    usage: table-storm --store sqlite|cluster [--rounds 20] [--seed N] [--writers 8] [--followers 4]
                       [--plant \(Plant.allCases.map(\.rawValue).joined(separator: "|"))] [--keep]
           table-storm --store sqlite|cluster --plants

    Starts processes that edit and follow one table, kills and stops them and the server, and checks
    each state that followers have shown. Exits with 0 if all were exact, with 1 if one was not.

      --store     cluster is a PostgreSQL server of the storm's own
      --rounds    how often each fault happens
      --plant     makes a mistake on purpose in all followers
      --plants    makes all of them, one after the other, and none at last; exits with 0 if each
                  was found, and nothing was found without one
      --keep      keeps the files
    """

  init(_ arguments: [String]) throws(TableStormError) {
    var rest = arguments[...]
    func value(of option: String) throws(TableStormError) -> String {
      guard let value = rest.popFirst() else { throw TableStormError("\(option) needs a value.") }
      return value
    }
    func number(of option: String, _ range: ClosedRange<Int>) throws(TableStormError) -> Int {
      let text = try value(of: option)
      guard let number = Int(text), range.contains(number) else {
        throw TableStormError(
          "\(option) is \"\(text)\"; it must be from \(range.lowerBound) to \(range.upperBound).")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--store": store = try value(of: option)
      case "--rounds": rounds = try number(of: option, 0...100_000)
      case "--seed": seed = UInt64(try number(of: option, 0...Int.max))
      case "--writers": writers = try number(of: option, 1...64)
      case "--followers": followers = try number(of: option, 1...64)
      case "--plants": showsPlants = true
      case "--keep": keepsFiles = true
      case "--plant":
        let name = try value(of: option)
        guard let plant = Plant(rawValue: name) else {
          let all = Plant.allCases.map(\.rawValue).joined(separator: ", ")
          throw TableStormError("There is no mistake \"\(name)\"; there are \(all).")
        }
        self.plant = plant
      case "--follower", "--writer":
        worker = (
          option == "--follower", try number(of: option, 0...1_000), try value(of: option)
        )
      default: throw TableStormError("There is no option \"\(option)\".\n\n\(Self.usage)")
      }
    }
    if store.isEmpty { throw TableStormError("--store is missing.\n\n\(Self.usage)") }
  }
}

/// The reason that a storm could not take place.
struct TableStormError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
#endif
