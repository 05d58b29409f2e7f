extension StateFile {
  /// Writes an archive, and waits until the disk has it, without blocking the caller's actor.
  ///
  /// If a call that began later has been carried out already, this does nothing: the file has what is
  /// newer.
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
      throw StateFileError(.cannotBeEncoded, "\(error)")
    }
    let bytes = StateFileHeader(schema: schema, payload: payload).bytes + payload
    let folder = SystemFolder(of: path)
    let draft = try DraftFile.make(beside: folder)
    do throws(StateFileError) {
      try draft.write(bytes, onStep)
      var isTaken = false
      try publish(ticket) { () throws(StateFileError) in
        try draft.take(path)
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
}
