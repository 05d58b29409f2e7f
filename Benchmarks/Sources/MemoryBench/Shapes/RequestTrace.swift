internal import Foundation

/// A million requests for keys, and the number of keys for which the cache has room.
struct RequestTrace {
  let name: String
  let capacity: Int
  /// The requested keys, numbered from 0.
  let keys: [Int32]
  let keyCount: Int

  init(_ name: String, capacity: Int, _ requests: some Sequence<Int>) {
    self.name = name
    self.capacity = capacity
    var numbers: [Int: Int32] = [:]
    keys = requests.map { key in
      if let number = numbers[key] { return number }
      let number = Int32(numbers.count)
      numbers[key] = number
      return number
    }
    keyCount = numbers.count
  }
}

extension RequestTrace {
  private static let length = 1_000_000

  /// Demand that follows Zipf's law.
  static func popular(_ name: String, capacity: Int, exponent: Double) -> RequestTrace {
    var demand = ZipfDemand(exponent: exponent)
    return RequestTrace(name, capacity: capacity, (0..<length).lazy.map { _ in demand.next() })
  }

  /// The same, interrupted by scans of a thousand new keys, each requested `times` times in a row.
  static func scanned(
    _ name: String, capacity: Int, exponent: Double, every interval: Int, times: Int
  ) -> RequestTrace {
    var demand = ZipfDemand(exponent: exponent)
    var fresh = ZipfDemand.count
    var requests: [Int] = []
    while requests.count < length {
      for _ in 0..<interval { requests.append(demand.next()) }
      for _ in 0..<1_000 {
        for _ in 0..<times { requests.append(fresh) }
        fresh += 1
      }
    }
    return RequestTrace(name, capacity: capacity, requests.prefix(length))
  }

  /// The same keys again and again.
  static func loop(_ name: String, capacity: Int, over count: Int) -> RequestTrace {
    RequestTrace(name, capacity: capacity, (0..<length).lazy.map { $0 % count })
  }

  /// Two loops, each for a sixteenth of the trace in turn.
  static func loopsInTurn(
    _ name: String, capacity: Int, over first: Int, and second: Int
  ) -> RequestTrace {
    let phase = length / 16
    let requests = (0..<length).lazy.map { index in
      index / phase % 2 == 0 ? index % phase % first : first + index % phase % second
    }
    return RequestTrace(name, capacity: capacity, requests)
  }

  /// A feed that is scrolled: random keys within a window, which moves by a key every two requests.
  static func walk(_ name: String, capacity: Int, window: Int) -> RequestTrace {
    var random = SplitMix(seed: 1)
    let requests = (0..<length).lazy.map { index in index / 2 + random.next(below: window) }
    return RequestTrace(name, capacity: capacity, requests)
  }
}

/// Demand for keys below 100,000: the key after n others is requested as often as the first one
/// divided by a power of n + 1.
private struct ZipfDemand {
  static let count = 100_000

  private let sums: [Double]
  private var random = SplitMix(seed: 1)

  init(exponent: Double) {
    var sum = 0.0
    sums = (1...Self.count).map { rank in
      sum += 1 / pow(Double(rank), exponent)
      return sum
    }
  }

  mutating func next() -> Int {
    let drawn = random.nextFraction() * sums[Self.count - 1]
    var range = 0..<Self.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      if sums[middle - 1] <= drawn {
        range = middle..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
