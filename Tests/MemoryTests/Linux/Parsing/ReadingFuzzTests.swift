import TestSupport
import Testing

@testable import StagecraftMemory

/// Randomly corrupted texts must not trap, and parsed values must match the text.
///
/// Each test has a thread of its own, because it would block one of the few task threads.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ReadingFuzzTests {
  private static let corpus = KernelTexts.all.map { Array($0.utf8) }

  private func broken(_ generator: inout SeededGenerator) -> [UInt8] {
    var text = Self.corpus.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let place = Int.random(in: 0...text.count, using: &generator)
      let end = min(text.count, place + Int.random(in: 0...12, using: &generator))
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where place < text.count:
        text[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: text.removeSubrange(place..<end)
      case 2: text.insert(contentsOf: text[place..<end], at: place)
      case 3: text.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      case 4: text.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
      default: text.removeLast(text.count - place)
      }
    }
    return text
  }

  private func escaped(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      switch scalar {
      case " ", "\t", "\n", "\\":
        let octal = String(scalar.value, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  @Test func corruptedMountsAreParsedConsistently() async throws {
    try await onThread {
      try withEverySeed(in: 0..<3000) { generator in
        let table = MountTable(parsing: broken(&generator))
        let text = table.entries.map { entry in
          "1 0 0:1 \(escaped(entry.root)) \(escaped(entry.mountPoint)) rw shared:1 - "
            + entry.fileSystem
            + (entry.options.isEmpty ? "" : " source " + entry.options.joined(separator: ","))
        }
        let again = MountTable(parsing: Array(text.joined(separator: "\n").utf8))
        #expect(again == table, "\(Labels.text)")
      }
    }
  }

  @Test func corruptedMembershipsAreParsedConsistently() async throws {
    try await onThread {
      try withEverySeed(in: 0..<3000) { generator in
        let memberships = GroupMemberships(parsing: broken(&generator))
        let text = memberships.entries.map {
          "\($0.hierarchy):\($0.controllers.joined(separator: ",")):\($0.path)\n"
        }
        let again = GroupMemberships(parsing: Array(text.joined().utf8))
        #expect(again == memberships, "\(Labels.text)")
      }
    }
  }

  @Test func corruptedNumbersStayInRange() async throws {
    try await onThread {
      try withEverySeed(in: 0..<6000) { generator in
        let text = broken(&generator)
        if let reading = StallReading(parsing: text) {
          #expect(reading.some >= 0, "\(Labels.text)")
          var gauge = StallGauge(StallTrigger.all[0], reading: reading)
          #expect(gauge?.event(reading) == nil, "\(Labels.text)")
        }
        if let events = GroupEvents(parsing: text) {
          #expect(events.change(since: events) == nil, "\(Labels.text)")
        }
        if let limit = MemoryLimit.bytes(parsing: text) {
          #expect(limit >= 0, "\(Labels.text)")
          let use = LimitUse(scope: .group, workingSet: limit, limit: limit)
          #expect(use.target >= 0, "\(Labels.text)")
        }
        if let machine = MachineMemory(parsing: text) {
          #expect(0...machine.total ~= machine.used, "\(Labels.text)")
        }
        _ = ProcessPages(parsing: text)
        _ = KeyedNumbers(parsing: text)
      }
    }
  }

  @Test func discoveryFromCorruptedTextsFindsAValidFolder() async throws {
    try await onThread {
      try withEverySeed(in: 0..<3000) { generator in
        let setting = try #require(GroupSetting.all.randomElement(using: &generator))
        let breaksMounts = Bool.random(using: &generator)
        let mounts = breaksMounts ? broken(&generator) : Array(setting.mounts.utf8)
        let memberships = breaksMounts ? Array(setting.memberships.utf8) : broken(&generator)
        var answers = generator
        let group = MemoryGroup.own(
          mounts: MountTable(parsing: mounts),
          memberships: GroupMemberships(parsing: memberships),
          exists: { _ in Bool.random(using: &answers) })
        guard let group else { return }
        #expect(group.directory.hasPrefix(group.mountPoint), "\(Labels.text)")
        #expect(group.chain.first == group.directory, "\(Labels.text)")
        #expect(group.chain.last == group.mountPoint, "\(Labels.text)")
        #expect(!group.directory.dropFirst(group.mountPoint.count).contains("/../"))
      }
    }
  }
}
