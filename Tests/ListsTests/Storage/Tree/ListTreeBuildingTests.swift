import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct ListTreeBuildingTests {
  @Test
  func listsOfEveryCountAreBuilt() throws {
    for count in Array(0..<80) + [1000, 5000] {
      let model = ListTreeModel<Int>(shape: TreeShape(leaf: 4, inner: 4), count: count)
      model.tree.checkInvariants()
      try expectContents(of: model.tree, toBe: model.books)
    }
  }

  @Test
  func firstOfEqualIDsIsKept() throws {
    let books = [3, 1, 3, 2, 1, 3, 4].enumerated()
      .map { Book(id: CollidingID($0.element), edition: $0.offset) }
    var duplicates: [Book<CollidingID>] = []
    let tree = ListTree(
      shape: TreeShape(leaf: 4, inner: 4), books, version: 1, duplicates: &duplicates)
    tree.checkInvariants()
    try expectContents(of: tree, toBe: [books[0], books[1], books[3], books[6]])
    #expect(duplicates == [books[2], books[4], books[5]])
  }

  @Test
  func standardShapeDependsOnTheElementSize() {
    #expect(TreeShape.standard(for: Book<Int>.self).leaf == 20)
    #expect(TreeShape.standard(for: UInt8.self).leaf > 30)
    #expect(TreeShape.standard(for: SIMD64<Double>.self).leaf == 8)
  }

  /// Elements with a large alignment.
  @Test
  func elementsAreAligned() throws {
    struct Wide: Identifiable, Sendable {
      let id: Int
      let lanes: SIMD64<UInt8>
    }
    var duplicates: [Wide] = []
    let rows = (0..<100).map { Wide(id: $0, lanes: SIMD64(repeating: UInt8($0))) }
    var tree = ListTree(rows, version: 1, duplicates: &duplicates)
    let copy = tree.copy()
    tree.move(from: 3, to: 70, version: 2)
    tree.forEachChunk { chunk in
      let address = UInt(bitPattern: chunk.baseAddress)
      #expect(address % UInt(MemoryLayout<Wide>.alignment) == 0)
    }
    let (moved, same) = (tree.element(at: 70), copy.element(at: 3))
    #expect(moved.lanes == same.lanes)
  }

  /// Lists that only grow at one end consist of full nodes.
  @Test(arguments: [false, true])
  func insertionsAtAnEndFillTheLeaves(atTheFront: Bool) throws {
    var model = ListTreeModel<Int>(shape: TreeShape(leaf: 8, inner: 4))
    for step in 0..<1000 { model.insert(at: atTheFront ? 0 : step) }
    model.tree.checkInvariants()
    var chunks = 0
    model.tree.forEachChunk { _ in chunks += 1 }
    #expect(chunks <= 1000 / 8 + 1)
    #expect(model.tree.relabellings == 0)
  }

  @Test
  func cursorReadsAnyRange() throws {
    let model = ListTreeModel<Int>(shape: TreeShape(leaf: 4, inner: 4), count: 50)
    for start in 0...50 {
      for end in start...50 {
        var cursor = model.tree.cursor(start..<end)
        var ids: [Int] = []
        while let book = cursor.next() { ids.append(book.id) }
        #expect(ids == Array(start..<end))
      }
    }
  }
}
