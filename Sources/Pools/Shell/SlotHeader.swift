public import Synchronization

/// The header in memory before each element, in cache lines of its own.
///
/// In a pool with a fast path it keeps its address for the lifetime of the core, so that a hint may
/// be stale but never dangles; in others, only while it is not vacant.
@frozen
@usableFromInline
struct SlotHeader: ~Copyable {
  /// A ``SlotState``; the first word, for ``SlotRef/stateAddress``.
  @usableFromInline let state: Atomic<UInt32>
  @usableFromInline let line: Atomic<UInt32>
  /// The last call site: the address of a static string, or 0.
  @usableFromInline let file: Atomic<UInt>
  /// The slot's index in the machine.
  @usableFromInline let index: Int

  init(index: Int) {
    state = Atomic(SlotState.taken)
    line = Atomic(0)
    file = Atomic(0)
    self.index = index
  }
}

@usableFromInline
enum SlotState {
  /// On the fast path: the thread that changes it to `taken` may use the element.
  @inlinable static var idle: UInt32 { 0 }
  @inlinable static var taken: UInt32 { 1 }
  /// Owned by a borrower that is about to make it `idle`, or to call the machine.
  @inlinable static var leaving: UInt32 { 2 }
}

/// A pointer to a slot's header, which is followed by room for one element.
@frozen
@usableFromInline
struct SlotRef: Equatable, @unchecked Sendable {  // guard: atomic; the slot's owner has the element
  @usableFromInline let header: UnsafeMutablePointer<SlotHeader>

  @inlinable
  init(header: UnsafeMutablePointer<SlotHeader>) { self.header = header }

  @inlinable
  @inline(__always)
  init(bits: UInt) {
    header = UnsafeMutablePointer(bitPattern: bits).unsafelyUnwrapped
  }

  @inlinable var bits: UInt { UInt(bitPattern: header) }
  @inlinable var index: Int { header.pointee.index }

  @inlinable
  static func elementOffset<Element>(_ type: Element.Type) -> Int {
    max(32, MemoryLayout<Element>.alignment)
  }

  @inlinable
  @inline(__always)
  func element<Element>(as type: Element.Type) -> UnsafeMutablePointer<Element> {
    (UnsafeMutableRawPointer(header) + Self.elementOffset(type))
      .assumingMemoryBound(to: Element.self)
  }

  @inlinable
  @inline(__always)
  func note(_ mark: LoanMark) {
    header.pointee.file.store(mark.file, ordering: .relaxed)
    header.pointee.line.store(mark.line, ordering: .relaxed)
  }

  var mark: LoanMark {
    LoanMark(
      file: header.pointee.file.load(ordering: .relaxed),
      line: header.pointee.line.load(ordering: .relaxed))
  }

  var site: PoolLoan.Site { mark.site }
}

/// In the two words that fit beside a slot's state.
@frozen
@usableFromInline
struct LoanMark: Sendable {
  @usableFromInline let file: UInt
  @usableFromInline let line: UInt32

  @inlinable
  @inline(__always)
  init(_ fileID: StaticString, _ line: UInt) {
    // A literal that is a single scalar has no address; a file name never is one.
    file = fileID.hasPointerRepresentation ? UInt(bitPattern: fileID.utf8Start) : 0
    self.line = UInt32(truncatingIfNeeded: line)
  }

  init(file: UInt, line: UInt32) {
    self.file = file
    self.line = line
  }

  var site: PoolLoan.Site { PoolLoan.Site(fileAt: file, line: UInt(line)) }
}
