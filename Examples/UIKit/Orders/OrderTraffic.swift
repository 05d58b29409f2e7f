import StagecraftLists

/// Eight tasks that edit the orders from other threads until this object is deinitialized: they add
/// orders, mark them as ready or late, and remove old ones.
final class OrderTraffic {
  private let tasks: [Task<Void, Never>]

  init(on orders: LiveList<Order>) {
    tasks = (0..<8).map { number in
      Task.detached(priority: .utility) { await Self.edit(orders, as: number) }
    }
  }

  deinit {
    for task in tasks { task.cancel() }
  }

  private nonisolated static func edit(_ orders: LiveList<Order>, as number: Int) async {
    let titles = ["Momo", "Krabat", "Timm Thaler", "Die rote Zora", "Emil"]
    let readers = ["Ada", "Ben", "Cem", "Dora", "Eli"]
    var round = 0
    while !Task.isCancelled {
      round += 1
      let id = round * 8 + number
      // One transaction: readers see both changes or neither.
      orders.transaction { draft in
        _ = draft.upsert(
          Order(
            id: id, title: titles[id % titles.count], reader: readers[id / 3 % readers.count]))
        _ = draft.remove(id - 160)
      }
      _ = orders.update(id - 40) { order in order.state = .ready }
      _ = orders.update(id - 120) { order in order.state = .late }
      try? await Task.sleep(for: .milliseconds(150 + 90 * number))
    }
  }
}
