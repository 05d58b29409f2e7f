internal import StageFloor

/// Writes new records to a file, again and again.
final class TimelineStream: Sendable {
  private struct State {
    var file: StreamFile?
    var objects = 0
    // The pages are retained, so that none is reused for later records meanwhile.
    /// How many records of each page were written.
    var written: [ObjectIdentifier: (page: EventPage, count: Int)] = [:]
  }

  private let recorder: Recorder
  private let failed: @Sendable (TimelineFileError) -> Void
  /// Held while the file is written, but only one thread waits for that: the one that stops.
  private let state: Guarded<State>

  init(
    _ recorder: Recorder, to path: String,
    failed: @escaping @Sendable (TimelineFileError) -> Void
  ) throws(TimelineFileError) {
    self.recorder = recorder
    self.failed = failed
    let file = try StreamFile.make(path)
    state = Guarded(State(file: file))
    do throws(TimelineFileError) {
      try file.write(StreamFormat.header(timeOfDay: recorder.timeOfDay)[...])
      try write()
    } catch {
      // `deinit` closes it.
      StreamFile.remove(path)
      throw error
    }
  }

  deinit { close() }

  func start() -> Task<Void, Never> {
    Task.detached { [weak self, timekeeper = recorder.timekeeper] in
      guard let period = self?.recorder.samplingPeriod.wholeNanoseconds else { return }
      while (try? await timekeeper.sleep(
        until: timekeeper.now + period, named: "timeline stream")) != nil
      {
        guard let self else { return }
        do throws(TimelineFileError) {
          try write()
        } catch {
          return failed(error)
        }
      }
    }
  }

  func finish() {
    try? write()
    close()
  }

  private func close() { try? state.withLock { $0.file.take() }?.close() }

  private func write() throws(TimelineFileError) {
    let recorder = recorder
    try state.withLock { state throws(TimelineFileError) in
      guard let file = state.file else { return }
      // Before the records, which are complete up to this time.
      let time = recorder.end
      let pages = recorder.buffer.pages.pages
      var bytes: [UInt8] = []
      // After the records, so that each has its object.
      let objects = recorder.objects
      for object in objects.dropFirst(state.objects) { StreamFormat.append(object, to: &bytes) }
      for (page, count) in pages {
        let known = state.written[ObjectIdentifier(page)]?.count ?? 0
        for record in page.prefix(count).dropFirst(known) {
          StreamFormat.append(
            record, at: recorder.sinceStart(record.time).wholeNanoseconds, to: &bytes)
        }
      }
      StreamFormat.appendEnd(recorder.sinceStart(time).wholeNanoseconds, to: &bytes)
      do throws(TimelineFileError) {
        try file.write(bytes[...])
      } catch {
        state.file = nil
        state.written = [:]
        try? file.close()
        throw error
      }
      state.objects = objects.count
      state.written = Dictionary(
        pages.map { (ObjectIdentifier($0.page), ($0.page, $0.count)) }
      ) { one, other in one.1 > other.1 ? one : other }
    }
  }
}
