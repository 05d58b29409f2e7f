import TestSupport
import Testing

@testable import StagecraftGraphs

@Suite struct StepWatchTests {
  /// The set against an array of flags, across the borders of words.
  @Test func readySetFollowsTheModel() {
    for seed in UInt64(0)..<40 {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...1_024, using: &generator)
      let set = ReadySet(count: count)
      defer { set.deallocate() }
      var model = Array(repeating: false, count: count)
      for _ in 0..<2_000 {
        let place = Int.random(in: 0..<count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0, 1:
          set.insert(place)
          model[place] = true
        case 2:
          set.remove(place)
          model[place] = false
        default:
          if !set.isEmpty { model[set.removeFirst()] = false }
        }
        #expect(set.first == model.firstIndex(of: true), "\(generator)")
        #expect(set.isEmpty == !model.contains(true), "\(generator)")
        #expect(set.first(from: place) == model[place...].firstIndex(of: true), "\(generator)")
      }
    }
  }

  /// Each step gets a duration, whether measured by itself or with others, unless a group was long.
  @Test func everyStepIsMeasured() {
    let count = 1_000
    let measured = UnsafeMutablePointer<Int64>.allocate(capacity: count)
    measured.initialize(repeating: -1, count: count)
    let together = UnsafeMutablePointer<UInt32>.allocate(capacity: StepWatch.capacity)
    defer {
      measured.deallocate()
      together.deallocate()
    }
    var watch = StepWatch(measured, together: together, short: .max / 16)
    for step in 0..<UInt32(count) { watch.ended(step) }
    watch.endMany()
    #expect((0..<count).allSatisfy { measured[$0] >= 0 })
  }

  /// A group that was long has no measurement, and the steps after it are measured one by one.
  @Test func aLongGroupIsNotMeasured() {
    let count = 200
    let measured = UnsafeMutablePointer<Int64>.allocate(capacity: count)
    measured.initialize(repeating: -1, count: count)
    let together = UnsafeMutablePointer<UInt32>.allocate(capacity: StepWatch.capacity)
    defer {
      measured.deallocate()
      together.deallocate()
    }
    var now: Int64 = 0
    var watch = StepWatch(measured, together: together, short: 10, now: now)
    var areShort: [Bool] = []
    for step in 0..<UInt32(64) {
      now += 1
      areShort.append(watch.ended(step, now: now))
    }
    // The next two are measured together; one of them is long.
    now += 1
    areShort.append(watch.ended(64, now: now))
    now += 1_000
    areShort.append(watch.ended(65, now: now))
    now += 3
    areShort.append(watch.ended(66, now: now))
    now += 10
    areShort.append(watch.ended(67, now: now))
    #expect(areShort == (0..<68).map { $0 != 65 && $0 != 67 })
    #expect((0..<64).allSatisfy { measured[$0] == 1 })
    #expect(measured[64] == -1)
    #expect(measured[65] == -1)
    #expect(measured[66] == 3)
  }
}
