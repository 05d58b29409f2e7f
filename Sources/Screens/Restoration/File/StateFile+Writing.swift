extension StateFile {
  /// Writes an archive, and waits until the disk has it, without blocking the caller's actor.
  ///
  /// If a call that began later has been carried out already, this does nothing: the file has what is
  /// newer. A file that a newer version of the app wrote is kept: it is moved to the path that
  /// ``StateFileContent/tooNew(schema:movesTo:)`` names, instead of what is there.
  ///
  /// - Parameter archive: what is written.
  /// - Throws: why it is not; then the file is as it was.
  public func write(_ archive: ScreenArchive) async throws(StateFileError) {
    try await store(archive, takeTicket())
  }

  /// Writes an archive, and waits until the disk has it; the thread does nothing else.
  ///
  /// For the moment before the process is ended; otherwise there is ``write(_:)``.
  ///
  /// - Parameter archive: what is written.
  /// - Throws: why it is not; then the file is as it was.
  @available(*, noasync)
  public func writeBlocking(_ archive: ScreenArchive) throws(StateFileError) {
    try storeNow(archive, takeTicket())
  }

  @concurrent
  private func store(_ archive: ScreenArchive, _ ticket: Int) async throws(StateFileError) {
    try storeNow(archive, ticket)
  }

  private func storeNow(_ archive: ScreenArchive, _ ticket: Int) throws(StateFileError) {
    let payload: [UInt8]
    do {
      payload = try archive.encoded()
    } catch {
      throw StateFileError(.cannotBeEncoded, (error as? EncodingError)?.sentence ?? "\(error)")
    }
    let bytes = StateFileHeader(schema: schema, payload: payload).bytes + payload
    guard bytes.count <= Self.maximumCount else {
      throw StateFileError(
        .cannotBeEncoded,
        "The state has \(bytes.count) bytes, and a file takes \(Self.maximumCount): "
          + "lower the stateBudget, and save numbers instead of what they stand for.")
    }
    let folder = SystemFolder(of: path)
    let draft = try DraftFile.make(beside: folder)
    do throws(StateFileError) {
      try draft.write(bytes, onStep)
      var isTaken = false
      try publish(ticket) { () throws(StateFileError) in
        try keepNewer()
        try draft.take(path)
        RestorationMark.fileWasReplaced(path)
        isTaken = true
      }
      if !isTaken { draft.remove() }
    } catch {
      draft.remove()
      draft.end()
      throw error
    }
    onStep(.inPlace)
    draft.end()
    try folder.synchronize()
  }

  /// Keeps what a newer version of the app has written under a name of its own.
  ///
  /// Until the new file is in its place, the newer one has its own name as well.
  private func keepNewer() throws(StateFileError) {
    guard let newerSchema = newerSchemaAtPath else { return }
    try SystemFolder.keep(path, as: newerPath(newerSchema))
  }

  /// The schema of what is at the path, if a newer version of the app wrote it; nil in it, if that is
  /// in a format that this version does not know.
  private var newerSchemaAtPath: Int?? {
    guard let file = try? SystemFile.reading(path) else { return nil }
    defer { try? file.close() }
    guard let facts = try? file.facts(), facts.isRegular,
      let bytes = try? file.read(min(facts.size, StateFileHeader.size)),
      let header = try? StateFileHeader(bytes)
    else { return nil }
    return header.newerSchema(than: schema)
  }

  /// Where a file goes that a newer version of the app wrote, when this one saves.
  func newerPath(_ schema: Int?) -> String {
    companion(schema.map { ".newer-\($0)" } ?? ".newer")
  }

  /// The path of a file that belongs to this one.
  func companion(_ ending: String) -> String {
    let folder = SystemFolder(of: path)
    return folder.companionName == folder.fileName ? path + ending : folder.companion(ending)
  }
}
