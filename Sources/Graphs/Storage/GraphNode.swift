internal import Synchronization

/// A step as the workers see it: 32 bytes, two to a cache line.
///
/// The closure is stored in the first 16 bytes; `kind` determines its type. To call it, a pointer
/// to the node is cast to ``SynchronousBody`` or ``AsynchronousBody``: a closure called in place is
/// neither retained nor released.
@usableFromInline
struct GraphNode: ~Copyable {
  /// The closure's memory; not initialized for steps without a closure.
  var body: (UInt, UInt) = (0, 0)

  /// Reset by the step itself when it ends: in a graph without cycles, no upstream step decrements
  /// it again before the next run.
  let pending = Atomic<Int32>(0)
  var upstreams: Int32 = 0
  var firstSuccessor: UInt32 = 0

  private var shape: UInt32

  init(kind: GraphNodeKind) { shape = UInt32(kind.rawValue) }

  /// The same step with a counter of its own; it does not retain the closure.
  init(sharing other: UnsafeMutablePointer<GraphNode>) {
    body = other.pointee.body
    upstreams = other.pointee.upstreams
    firstSuccessor = other.pointee.firstSuccessor
    shape = other.pointee.shape
    pending.store(upstreams, ordering: .relaxed)
  }

  var kind: GraphNodeKind { GraphNodeKind(rawValue: UInt8(truncatingIfNeeded: shape & 7))! }
  @inline(__always) var isPlain: Bool { shape & 7 == 0 }
  @inline(__always) var successorCount: Int { Int(shape &>> 3) }

  mutating func countSuccessor() { shape &+= 8 }
  mutating func forgetSuccessors() { shape &= 7 }
}

enum GraphNodeKind: UInt8 {
  case plain
  case asynchronous
  case main
  case mainAsynchronous
  case thread
  case milestone
  case indexed
  /// A nonisolated asynchronous closure, which stays on the crew's executor.
  case nonisolated

  var holdsSynchronousBody: Bool { self == .plain || self == .main || self == .thread }
  var holdsAsynchronousBody: Bool {
    self == .asynchronous || self == .mainAsynchronous || self == .nonisolated
  }
}

struct SynchronousBody: ~Copyable {
  let call: @Sendable () throws -> Void

  @inline(__always) borrowing func run() throws { try call() }
}

/// A synchronous closure in storage, as it was passed in; read as a ``SynchronousBody``.
struct IsolatedBody: ~Copyable {
  let call: @isolated(any) @Sendable () throws -> Void

  var isolation: (any Actor)? { @inline(__always) borrowing get { call.isolation } }
}

struct AsynchronousBody: ~Copyable {
  let call: @isolated(any) @Sendable () async throws -> Void

  @inline(__always) @concurrent borrowing func run() async throws { try await call() }
}

struct IndexedBody: ~Copyable {
  let call: @Sendable (Int) throws -> Void

  @inline(__always) borrowing func run(_ index: Int) throws { try call(index) }
}

struct NonisolatedBody: ~Copyable {
  let call: @Sendable () async throws -> Void

  @inline(__always) @concurrent borrowing func run() async throws { try await call() }
}

extension UnsafeMutablePointer where Pointee == GraphNode {
  @inline(__always) var nonisolated: UnsafeMutablePointer<NonisolatedBody> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: NonisolatedBody.self)
  }

  @inline(__always) var synchronous: UnsafeMutablePointer<SynchronousBody> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: SynchronousBody.self)
  }

  @inline(__always) var isolated: UnsafeMutablePointer<IsolatedBody> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: IsolatedBody.self)
  }

  @inline(__always) var asynchronous: UnsafeMutablePointer<AsynchronousBody> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: AsynchronousBody.self)
  }

  func endBody() {
    let kind = pointee.kind
    if kind.holdsSynchronousBody {
      synchronous.deinitialize(count: 1)
    } else if kind == .nonisolated {
      nonisolated.deinitialize(count: 1)
    } else if kind.holdsAsynchronousBody {
      asynchronous.deinitialize(count: 1)
    }
  }
}
