package struct ProcessPages: Sendable, Hashable {
  package var total: Int
  package var resident: Int
  package var shared: Int

  package init?(parsing text: [UInt8]) {
    guard let line = TextReading.lines(of: text).first else { return nil }
    let numbers = TextReading.fields(of: line).map(TextReading.number)
    guard
      numbers.count >= 3, let total = numbers[0], let resident = numbers[1],
      let shared = numbers[2]
    else { return nil }
    self.total = total
    self.resident = resident
    self.shared = shared
  }
}
