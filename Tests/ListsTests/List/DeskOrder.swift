import StagecraftLists

/// The rows that the tests of lists use.
struct DeskOrder: Identifiable, Equatable, Sendable, CustomStringConvertible {
  let id: Int
  var copies = 0

  init(_ id: Int, _ copies: Int = 0) {
    self.id = id
    self.copies = copies
  }

  var description: String { copies == 0 ? "\(id)" : "\(id):\(copies)" }
}

extension LiveList<DeskOrder> {
  convenience init(ids: some Sequence<Int>) {
    self.init(ids.map { DeskOrder($0) })
  }

  var ids: [Int] { snapshot().map(\.id) }
}

struct DeskClosed: Error {}
