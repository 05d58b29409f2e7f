internal import StageFloor
internal import Synchronization

/// What is known about a type of operations.
///
/// Creating the name of a type, and asking a type to schedule itself that does not, would each cost
/// more than all else of a submission. Both are remembered, by objects that are never released, in
/// a table that is read without a lock.
@usableFromInline
final class OperationType: Sendable {
  private let type: ObjectIdentifier
  private let name: String
  /// Whether the default `schedule` was called; it stays true: a type has one implementation.
  private let hasDefaultSchedule = Atomic(false)

  private init(_ type: any Any.Type) {
    self.type = ObjectIdentifier(type)
    name = String(describing: type)
  }

  /// False until it is known.
  @usableFromInline
  static func hasDefaultSchedule(_ type: any AsyncOperation.Type) -> Bool {
    find(type)?.hasDefaultSchedule.load(ordering: .relaxed) ?? false
  }

  static func noteDefaultSchedule(_ type: any AsyncOperation.Type) {
    findOrAdd(type)?.hasDefaultSchedule.store(true, ordering: .relaxed)
  }

  static func name(_ type: any AsyncOperation.Type) -> String {
    (find(type) ?? findOrAdd(type))?.name ?? String(describing: type)
  }

  // MARK: The table

  private static let bits = 10
  /// How far an entry may be from its place; types that find none are not remembered.
  private static let reach = 16
  private static let lock = LockWord()
  /// The addresses of the entries, or 0.
  nonisolated(unsafe) private static let table = {  // guard: atomic; the address is constant
    let table = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1 << bits)
    for place in 0..<1 << bits { (table + place).initialize(to: Atomic(0)) }
    return table
  }()

  private static func place(of type: ObjectIdentifier, _ step: Int) -> Int {
    let hash = UInt(bitPattern: type) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> (UInt.bitWidth - bits)) &+ step & (1 << bits - 1)
  }

  private static func entry(_ word: UInt) -> OperationType? {
    UnsafeRawPointer(bitPattern: word).map {
      Unmanaged<OperationType>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func find(_ type: any AsyncOperation.Type) -> OperationType? {
    let id = ObjectIdentifier(type)
    for step in 0..<reach {
      guard let found = entry(table[place(of: id, step)].load(ordering: .acquiring)) else {
        return nil
      }
      if found.type == id { return found }
    }
    return nil
  }

  /// Nil if there is no place for the type.
  private static func findOrAdd(_ type: any AsyncOperation.Type) -> OperationType? {
    let made = OperationType(type)
    return lock.withLock {
      for step in 0..<reach {
        let place = place(of: made.type, step)
        guard let found = entry(table[place].load(ordering: .relaxed)) else {
          let address = UInt(bitPattern: Unmanaged.passRetained(made).toOpaque())
          table[place].store(address, ordering: .releasing)
          return made
        }
        if found.type == made.type { return found }
      }
      return nil
    }
  }
}
