internal import StagecraftPools

// The readers that await a book: a task that belongs to no actor, an actor, the main actor. Each
// loop is written out where a client would write it, because the cost of an asynchronous call
// depends on the isolation of its caller. All asynchronous calls of a reader to `StagecraftPools`
// are in this file.

/// A reader that belongs to no actor.
enum Visitor {
  static func lease(from pool: BoundedPool<Book>, times: Int) async throws {
    for _ in 0..<times {
      let lease = try await pool.lease()
      lease.element.value &+= 1
    }
  }

  static func withElement(from pool: BoundedPool<Book>, times: Int) async throws {
    for _ in 0..<times {
      try await pool.withElement { $0.value &+= 1 }
    }
  }

  static func permit(of limiter: TaskLimiter, times: Int) async throws {
    let book = Book.shelf(of: 1)[0]
    for _ in 0..<times {
      try await limiter.withPermit { book.value &+= 1 }
    }
  }

  static func acquire(from pool: ActorPool, times: Int) async throws {
    for _ in 0..<times {
      let book = try await pool.acquire()
      book.value &+= 1
      await pool.release(book)
    }
  }
}

/// A reader that is an actor.
actor Librarian {
  func lease(from pool: BoundedPool<Book>, times: Int) async throws {
    for _ in 0..<times {
      let lease = try await pool.lease()
      lease.element.value &+= 1
    }
  }

  func withElement(from pool: BoundedPool<Book>, times: Int) async throws {
    for _ in 0..<times {
      try await pool.withElement { $0.value &+= 1 }
    }
  }

  func acquire(from pool: ActorPool, times: Int) async throws {
    for _ in 0..<times {
      let book = try await pool.acquire()
      book.value &+= 1
      await pool.release(book)
    }
  }
}

/// A reader on the main actor.
@MainActor
enum Screen {
  static func lease(from pool: BoundedPool<Book>, times: Int) async throws {
    for _ in 0..<times {
      let lease = try await pool.lease()
      lease.element.value &+= 1
    }
  }

  static func withElement(from pool: BoundedPool<Book>, times: Int) async throws {
    for _ in 0..<times {
      try await pool.withElement { $0.value &+= 1 }
    }
  }

  static func acquire(from pool: ActorPool, times: Int) async throws {
    for _ in 0..<times {
      let book = try await pool.acquire()
      book.value &+= 1
      await pool.release(book)
    }
  }
}
