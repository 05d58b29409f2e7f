// Two copies of a book for twenty readers.
import Stagecraft

// snippet.hide
struct Book: Sendable {
  var copy: Int
  func read(by reader: Int) async throws {
    print("Reader \(reader) reads copy \(copy).")
    try await Task.sleep(for: .milliseconds(1))
  }
}

try await withThrowingTaskGroup(of: Void.self) { readers in
  // snippet.show
  let copies = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)])
  for reader in 1...20 {
    readers.addTask {  // `readers` is a task group
      let copy = try await copies.lease()  // waits in line; the end of the scope returns the copy
      try await copy.element.read(by: reader)
    }
  }
  // snippet.hide
  try await readers.waitForAll()
}
