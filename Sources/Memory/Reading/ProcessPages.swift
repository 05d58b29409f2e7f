/// How many pages a process has, from `/proc/self/statm`.
package struct ProcessPages: Sendable, Hashable {
  /// In its address space.
  package var total: Int
  /// In memory.
  package var resident: Int
  /// In memory, and from files or shared with others.
  package var shared: Int

  /// Reads the text; nil if it is not three numbers or more.
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
