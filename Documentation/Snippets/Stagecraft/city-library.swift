// Two copies of a book for twenty readers, and a map that is not drawn twice.
import Stagecraft

// snippet.hide
struct Book: Sendable {
  var copy: Int
  func read(by reader: Int) async throws {
    print("Reader \(reader) reads copy \(copy).")
    try await Task.sleep(for: .milliseconds(1))
  }
}

final class BranchMap {
  func draw(_ branch: String) { print("A map of \(branch) is drawn.") }
}

@MainActor func openLibrary() async throws {
  // snippet.show
  let copies = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)])
  try await withThrowingTaskGroup(of: Void.self) { readers in
    for reader in 1...20 {
      readers.addTask {  // waits in line; the copy is returned even if reading throws
        try await copies.withElement { book in try await book.read(by: reader) }
      }
    }
    try await readers.waitForAll()
  }

  let maps = LocalPool(maximumIdle: 4) { BranchMap() }
  maps.warmUp(to: 2)
  for branch in ["Harbour", "Market", "Harbour"] {
    let map = maps.lease(preferring: branch)  // the map that still shows it, if it is idle
    if !map.isPreferred { map.element.draw(branch) }
  }
  // snippet.hide
}

try await openLibrary()
