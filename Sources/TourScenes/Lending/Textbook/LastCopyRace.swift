/// Readers who all look before the first of them takes.
struct LastCopyRace: Sendable {
  /// What one reader saw and got.
  struct Attempt: Sendable {
    let reader: String
    /// How many copies the reader saw on the shelf.
    let seen: Int
    /// Which copy the reader then found there.
    let copy: Int?

    /// Whether the reader was promised a copy that was not there.
    var isBrokenPromise: Bool { seen > 0 && copy == nil }
  }

  let copies: Int
  let readers: Int

  /// Lets every reader look, meet the others, and take.
  func run() async -> [Attempt] {
    let pool = UnprotectedPool(Book.copies(copies))
    let meeting = Rendezvous(of: readers)
    let visits = Reader.crowd(of: readers).map { reader in
      Task.onThread {
        let seen = pool.count
        meeting.arrive()
        let copy = seen > 0 ? pool.removeFirst()?.copy : nil
        return Attempt(reader: reader.name, seen: seen, copy: copy)
      }
    }
    var attempts: [Attempt] = []
    for visit in visits { attempts.append(await visit.value) }
    return attempts
  }
}
