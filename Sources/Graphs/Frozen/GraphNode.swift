internal import Synchronization

/// One step as the workers see it: 32 bytes, two to a cache line.
///
/// The closure lies in the first 16 bytes; which type it has, `kind` says. A pointer to the record
/// is cast to ``SynchronousBody`` or ``AsynchronousBody`` to call it: a closure that is called where
/// it lies is neither retained nor released.
@usableFromInline
struct GraphNode: ~Copyable {
  /// The closure's memory; not initialised for steps that do nothing themselves.
  var body: (UInt, UInt) = (0, 0)

  /// How many of its upstreams have not ended in this run.
  ///
  /// Set back by the step itself when it ends: in a graph without cycles nobody counts it down
  /// again before the next run.
  let pending = Atomic<Int32>(0)
  var upstreams: Int32 = 0
  var firstSuccessor: UInt32 = 0

  /// The number of successors, and below it the kind in three bits.
  private var shape: UInt32

  init(kind: GraphNodeKind) { shape = UInt32(kind.rawValue) }

  var kind: GraphNodeKind { GraphNodeKind(rawValue: UInt8(truncatingIfNeeded: shape & 7))! }
  @inline(__always) var isPlain: Bool { shape & 7 == 0 }
  @inline(__always) var isIndexed: Bool {
    shape & 7 == UInt32(GraphNodeKind.indexed.rawValue)
  }
  @inline(__always) var successorCount: Int { Int(shape &>> 3) }

  mutating func countSuccessor() { shape &+= 8 }
  mutating func forgetSuccessors() { shape &= 7 }
}

/// What is to be done for a step, and where.
enum GraphNodeKind: UInt8 {
  /// A synchronous closure, run by any worker.
  case plain
  /// An asynchronous closure, run by a driver.
  case asynchronous
  /// A synchronous closure for the main actor.
  case main
  /// An asynchronous closure of the main actor, begun by a driver.
  case mainAsynchronous
  /// A synchronous closure that may block its thread.
  case blocking
  /// Nothing but its name.
  case milestone
  /// The closure of the run, with the step's index.
  case indexed
  /// An asynchronous closure without isolation, which stays on its driver's executor.
  case nonisolated

  /// Whether the record holds a closure, and which.
  var holdsSynchronousBody: Bool { self == .plain || self == .main || self == .blocking }
  var holdsAsynchronousBody: Bool {
    self == .asynchronous || self == .mainAsynchronous || self == .nonisolated
  }
}

/// A synchronous closure at rest.
struct SynchronousBody: ~Copyable {
  let call: @Sendable () throws -> Void

  @inline(__always) borrowing func run() throws { try call() }
}

/// A synchronous closure at rest, as it was given; read as a ``SynchronousBody``.
struct IsolatedBody: ~Copyable {
  let call: @isolated(any) @Sendable () throws -> Void
}

/// An asynchronous closure at rest.
struct AsynchronousBody: ~Copyable {
  let call: @isolated(any) @Sendable () async throws -> Void

  @inline(__always) nonisolated(nonsending) borrowing func run() async throws { try await call() }
}

/// The closure of numbered steps at rest.
struct IndexedBody: ~Copyable {
  let call: @Sendable (Int) throws -> Void

  @inline(__always) borrowing func run(_ index: Int) throws { try call(index) }
}

/// An asynchronous closure at rest that runs where its caller does.
struct NonisolatedBody: ~Copyable {
  let call: @Sendable () async throws -> Void

  @inline(__always) nonisolated(nonsending) borrowing func run() async throws { try await call() }
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

  /// Ends the closure's life.
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
