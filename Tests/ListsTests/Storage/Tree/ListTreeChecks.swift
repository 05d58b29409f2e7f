import Testing

@testable import StagecraftLists

/// Checks that the tree contains exactly these books, by every way of reading it.
func expectContents<ID: BookID>(
  of tree: borrowing ListTree<Book<ID>>, toBe books: [Book<ID>],
  _ location: SourceLocation = #_sourceLocation
) throws {
  try #require(tree.count == books.count, sourceLocation: location)
  var chunks: [Book<ID>] = []
  tree.forEachChunk { chunks.append(contentsOf: $0) }
  try #require(chunks == books, sourceLocation: location)
  var cursor = tree.cursor()
  for (position, book) in books.enumerated() {
    let next = cursor.next()
    let element = tree.element(at: position)
    let found = tree.position(of: book.id)
    try #require(next == book, sourceLocation: location)
    try #require(element == book, sourceLocation: location)
    try #require(found == position, sourceLocation: location)
  }
  let end = cursor.next()
  try #require(end == nil, sourceLocation: location)
}

/// Checks that the changes lead from one version to the other, and report nothing else.
func expectChanges<ID: BookID>(
  from old: KeptVersion<ID>, to new: KeptVersion<ID>, limit: Int = .max,
  _ location: SourceLocation = #_sourceLocation
) throws {
  let changes = ListTree.changes(from: old.tree, to: new.tree, limit: limit)
  try changes.validate()
  try #require(!changes.isReset, sourceLocation: location)
  var asked = 0
  let result = changes.apply(to: old.books) { position in
    asked += 1
    return new.books[position]
  }
  try #require(result == new.books, sourceLocation: location)
  try #require(asked == changes.insertions.count + changes.updates.count, sourceLocation: location)

  let oldIDs = Dictionary(uniqueKeysWithValues: zip(old.books.map(\.id), old.books.indices))
  let newIDs = Set(new.books.map(\.id))
  let gone = old.books.indices.filter { !newIDs.contains(old.books[$0].id) }
  let come = new.books.indices.filter { oldIDs[new.books[$0].id] == nil }
  try #require(changes.removals == gone, sourceLocation: location)
  try #require(changes.insertions == come, sourceLocation: location)
  for update in changes.updates {
    try #require(old.books[update.old].id == new.books[update.new].id, sourceLocation: location)
  }
}
