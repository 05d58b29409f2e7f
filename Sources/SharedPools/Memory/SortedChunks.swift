internal import StageFloor

/// A sorted set whose operations take less time than in proportion to its size.
///
/// The elements are in arrays of at most 256, so that an insertion moves few of them. An array that
/// becomes small is joined with its neighbour.
struct SortedChunks<Element: Comparable>: Sequence {
  private static var largest: Int { 256 }

  /// No chunk is empty.
  private var chunks: [[Element]] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  var first: Element? { chunks.first?.first }

  /// Inserts a new element in O(log *n*), or in O(*n* / 64) if that adds or removes a chunk.
  mutating func insert(_ element: Element) {
    count += 1
    if chunks.isEmpty {
      chunks.append([element])
      return
    }
    let chunk = Swift.min(firstChunk(reaching: element), chunks.count - 1)
    chunks[chunk].insert(element, at: Self.position(of: element, in: chunks[chunk]))
    guard chunks[chunk].count > Self.largest else { return }
    // Most insertions are at the end: the last chunk stays full when it is divided.
    let cut = chunk == chunks.count - 1 ? Self.largest - 8 : Self.largest / 2
    let tail = Array(chunks[chunk][cut...])
    chunks[chunk].removeLast(tail.count)
    chunks.insert(tail, at: chunk + 1)
  }

  /// Returns whether the element was in the set; takes as long as `insert`.
  @discardableResult
  mutating func remove(_ element: Element) -> Bool {
    let chunk = firstChunk(reaching: element)
    guard chunk < chunks.count else { return false }
    let index = Self.position(of: element, in: chunks[chunk])
    guard chunks[chunk][index] == element else { return false }
    chunks[chunk].remove(at: index)
    count -= 1
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
      chunks.releaseSpareCapacity()
    } else if chunk > 0, chunks[chunk].count + chunks[chunk - 1].count <= Self.largest / 4 {
      chunks[chunk - 1].append(contentsOf: chunks.remove(at: chunk))
    }
    return true
  }

  func first(after element: Element) -> Element? {
    let chunk = firstChunk(reaching: element)
    guard chunk < chunks.count else { return nil }
    let index = Self.position(of: element, in: chunks[chunk])
    if chunks[chunk][index] != element { return chunks[chunk][index] }
    if index + 1 < chunks[chunk].count { return chunks[chunk][index + 1] }
    return chunk + 1 < chunks.count ? chunks[chunk + 1].first : nil
  }

  func makeIterator() -> some IteratorProtocol<Element> { chunks.joined().makeIterator() }

  /// The first chunk whose last element is `element` or after it, or the number of chunks.
  private func firstChunk(reaching element: Element) -> Int {
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle][chunks[middle].count - 1] < element {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private static func position(of element: Element, in chunk: [Element]) -> Int {
    var low = 0
    var high = chunk.count
    while low < high {
      let middle = (low + high) / 2
      if chunk[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SortedChunks: Sendable where Element: Sendable {}
