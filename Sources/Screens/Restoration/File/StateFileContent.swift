/// What a ``StateFile`` has in it.
public enum StateFileContent: Hashable, Sendable {
  /// There is no file: the app runs for the first time.
  case none

  /// What was saved; brought up to date, if it was older.
  case restored(ScreenArchive)

  /// What was saved, of which the restoration was begun and not ended: the process crashed in the
  /// middle of it, or was killed within two seconds after it.
  ///
  /// It is most likely that it would crash again, at each launch. So do not restore it unasked: begin
  /// anew, and tell the user, or ask them. It is reported so until it has been restored, or something
  /// else has been saved.
  case interrupted(ScreenArchive)

  /// A newer version of the app wrote it, with this schema; or, if that is nil, in a format that this
  /// version does not know.
  ///
  /// The file stays where it is until the next one is written. It is then moved to the other path,
  /// which ends in ".newer-" and the schema, or in ".newer": nothing overwrites it there but a file of
  /// the same schema that is found later.
  case tooNew(schema: Int?, movesTo: String)

  /// An older version of the app wrote it, with this schema, and the app does not want it.
  case outdated(schema: Int)

  /// The bytes are none that were written, or could not be brought up to date.
  ///
  /// The file has been moved to a path that ends in ".unreadable", instead of the one that was there,
  /// so that nothing overwrites it; nil if it could not be moved.
  case unreadable(StateFileError, movedTo: String?)

  /// The system does not let it be read at this time; it is as it was.
  ///
  /// It may be readable later, as when the user unlocks the device; what is written before that takes
  /// its place.
  case failed(StateFileError)

  /// What was saved, if it is to be restored: not what was interrupted.
  public var archive: ScreenArchive? {
    if case .restored(let archive) = self { archive } else { nil }
  }
}
