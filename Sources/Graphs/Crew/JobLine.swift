/// A FIFO queue of jobs.
struct JobLine {
  private var coming: [UnownedJob] = []
  private var going: [UnownedJob] = []

  var isEmpty: Bool { coming.isEmpty && going.isEmpty }
  var count: Int { coming.count + going.count }

  mutating func append(_ job: UnownedJob) { coming.append(job) }

  mutating func popFirst() -> UnownedJob? {
    if going.isEmpty {
      swap(&going, &coming)
      if going.count > 1 { going.reverse() }
    }
    return going.popLast()
  }
}
