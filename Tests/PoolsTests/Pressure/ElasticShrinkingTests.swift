import StagecraftMemory
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftPools

@Suite("Under pressure, an elastic pool", .timeLimit(.minutes(3)))
struct ElasticShrinkingTests {
  let rig = PressureRig()
  let endings = Endings()

  /// A pool with idle books 1, 2, …; the first is the coldest.
  private func books(_ count: Int, minimumIdle: Int = 0) -> ElasticPool<Book, Never> {
    let made = Tally()
    var configuration = PoolConfiguration()
    configuration.name = "books"
    configuration.minimumIdle = minimumIdle
    configuration.reuseOrder = .lastInFirstOut
    let pool = ElasticPool(configuration: configuration, hooks: endings.hooks) {
      Book(copy: made.add())
    }
    let loans = (0..<count).map { _ in pool.ownedLease() }
    for loan in loans { loan.release() }
    return pool
  }

  @Test("destroys a share from the cold end, a larger one at a worse level")
  func gradually() async {
    let pool = books(8)
    pool.registerForPressure(with: rig.pressure)
    _ = await rig.press(.elevated)
    #expect(endings.books.value == [1, 2])
    _ = await rig.press(.high)
    #expect(endings.books.value == [1, 2, 3, 4, 5])
    _ = await rig.press(.critical)
    #expect(endings.books.value == Array(1...8))
    #expect(endings.reasons.value == [.trimmed])
    #expect(pool.snapshot.discarded == [.trimmed: 8])
    #expect(pool.snapshot.idle == 0)
    #expect(pool.withElement { $0.copy } == 9)
  }

  @Test("destroys as many elements as the missing bytes require, and reports their bytes")
  func byBytes() async {
    let pool = books(8)
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 100)
    let entries = await rig.press(.elevated, target: 250)
    #expect(entries.map(\.name) == ["books"])
    #expect(entries.map(\.cost) == [.computed])
    #expect(entries.map(\.estimated) == [800])
    #expect(entries.map(\.released) == [300])
    #expect(endings.books.value == [1, 2, 3])
    #expect(await rig.press(.high, target: 10_000).map(\.released) == [500])
    #expect(await rig.press(.critical).map(\.released) == [0])
  }

  @Test("ends the pass before more expensive responders when enough is released")
  func stopsAtTheTarget() async {
    let pool = books(8)
    let registration = rig.pressure.register("covers", cost: .fetched) { _ in 1000 }
    pool.registerForPressure(
      with: rig.pressure, as: "spare books", cost: .free, bytesPerElement: 100)
    let entries = await rig.press(.high, target: 800)
    #expect(entries.map(\.name) == ["spare books", "covers"])
    #expect(entries.map(\.released) == [800, 0])
    registration.end()
  }

  @Test("without a known size destroys its share and reports no bytes")
  func ofUnknownSize() async {
    let pool = books(8)
    pool.registerForPressure(with: rig.pressure)
    let entries = await rig.press(.high, target: 1)
    #expect(entries.map(\.estimated) == [nil])
    #expect(entries.map(\.released) == [0])
    #expect(pool.snapshot.idle == 4)
  }

  @Test("keeps its minimum, even at critical pressure")
  func keepsItsMinimum() async {
    let pool = books(5, minimumIdle: 3)
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 10)
    let entries = await rig.press(.critical)
    #expect(entries.map(\.estimated) == [20])
    #expect(entries.map(\.released) == [20])
    #expect(endings.books.value == [1, 2])
    #expect(pool.snapshot.idle == 3)
    #expect(await rig.press(.critical).map(\.released) == [0])
  }

  @Test("keeps elements on loan")
  func keepsLoans() async {
    let pool = books(2)
    let loan = pool.ownedLease()
    pool.registerForPressure(with: rig.pressure)
    _ = await rig.press(.critical)
    #expect(pool.snapshot.onLoan == 1 && pool.snapshot.idle == 0)
    #expect(loan.element.copy == 2)
    loan.release()
    #expect(pool.snapshot.idle == 1)
    #expect(endings.books.value == [1])
  }

  @Test("is not asked below its level")
  func fromALevelOn() async {
    let pool = books(4)
    pool.registerForPressure(with: rig.pressure, from: .critical)
    #expect(await rig.press(.high).isEmpty)
    #expect(pool.snapshot.idle == 4)
    #expect(await rig.press(.critical).count == 1)
    #expect(pool.snapshot.idle == 0)
  }

  @Test("that is registered twice is asked twice")
  func twice() async {
    let pool = books(8)
    pool.registerForPressure(with: rig.pressure)
    pool.registerForPressure(with: rig.pressure, as: "again")
    #expect(await rig.press(.high).map(\.name) == ["books", "again"])
    #expect(pool.snapshot.idle == 2)
  }

  @Test("may have a `make` that throws")
  func throwing() async throws {
    let pool = ElasticPool<Book, any Error> { Book() }
    try pool.warmUp(to: 4)
    pool.registerForPressure(with: rig.pressure, bytesPerElement: 7)
    let entries = await rig.press(.high, target: 14)
    #expect(entries.map(\.name) == ["pool of Book"])
    #expect(entries.map(\.released) == [14])
    #expect(pool.snapshot.idle == 2)
  }

  @Test("treats a share above 1 as 1, and a share that is not a number as 0")
  func oddShares() {
    let request = { ReleaseRequest(level: .high, target: $1, share: $0) }
    for (share, count) in [(2.0, 8), (0, 0), (-1, 0), (.nan, 0), (.infinity, 8), (0.01, 1)] {
      #expect(PressureShare(bytesPerElement: nil).count(of: 8, for: request(share, nil)) == count)
    }
    let known = PressureShare(bytesPerElement: 3)
    for (target, count) in [(0, 0), (-5, 0), (1, 1), (3, 1), (4, 2), (.max, 8), (.min, 0)] {
      #expect(known.count(of: 8, for: request(0.5, target)) == count)
    }
    #expect(PressureShare(bytesPerElement: .max).bytes(of: 2) == .max)
  }
}
