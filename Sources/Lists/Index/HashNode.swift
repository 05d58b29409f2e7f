internal import Synchronization

/// One block of memory of a `HashIndex`: a leaf with entries, or a branch with children.
///
/// Plain memory instead of objects: an edit that must leave older versions as they are copies a
/// handful of nodes, and counting the references of each child with the runtime would cost most of
/// the time.
///
/// Every node begins with the same sixteen bytes:
///
///     0  references   how many branches and indexes own the node; only accessed atomically
///     4  count        a leaf's entries
///     8  capacity     how many entries a leaf has room for; 0 says that this is a branch
///     12 depth        how many of the highest bits all hashes below have in common
///
/// A leaf continues with a row of tags, eight bits of each entry's hash, and then the entries. A
/// branch continues with its children.
///
/// A node that more than one owner has is never changed.
@usableFromInline
struct HashNode: Equatable {
  static let headerSize = 16

  /// Where the node begins.
  @usableFromInline let address: UnsafeMutableRawPointer

  init(_ address: UnsafeMutableRawPointer) {
    self.address = address
  }

  /// Memory for a node of one owner, of that depth.
  init(byteCount: Int, count: Int, capacity: Int, depth: Int) {
    address = .allocate(byteCount: byteCount, alignment: Self.headerSize)
    address.bindMemory(to: Atomic<UInt32>.self, capacity: 1).initialize(to: Atomic(1))
    address.storeBytes(of: UInt32(count), toByteOffset: 4, as: UInt32.self)
    address.storeBytes(of: UInt32(capacity), toByteOffset: 8, as: UInt32.self)
    address.storeBytes(of: UInt32(depth), toByteOffset: 12, as: UInt32.self)
  }

  var count: Int {
    get { Int(address.load(fromByteOffset: 4, as: UInt32.self)) }
    nonmutating set { address.storeBytes(of: UInt32(newValue), toByteOffset: 4, as: UInt32.self) }
  }

  var capacity: Int { Int(address.load(fromByteOffset: 8, as: UInt32.self)) }

  var depth: Int {
    get { Int(address.load(fromByteOffset: 12, as: UInt32.self)) }
    nonmutating set { address.storeBytes(of: UInt32(newValue), toByteOffset: 12, as: UInt32.self) }
  }

  var isLeaf: Bool { capacity != 0 }
}
