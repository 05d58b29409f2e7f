extension ScreenStateFile {
  /// The content of a ``ScreenStateFile``.
  public enum Content: Hashable, Sendable {
    /// There is no file: the app runs for the first time.
    case none

    /// The saved archive, migrated if it was older.
    case restored(ScreenArchive)

    /// An archive whose restoration was begun and not completed: the process crashed during it, or
    /// ended within two seconds after it.
    ///
    /// Restoring it would most likely crash again, at each launch. So do not restore it
    /// automatically: start fresh, and tell or ask the user. The archive is reported as interrupted
    /// until it has been restored, or something else has been saved.
    case interrupted(ScreenArchive)

    /// A newer version of the app wrote the file, with this schema; nil if the format is unknown to
    /// this version.
    ///
    /// The file stays in place until the next save, which moves it to the other path. That ends in
    /// ".newer-" and the schema, or in ".newer", and is overwritten only by a file of the same
    /// schema that is found later.
    case tooNew(schema: Int?, movesTo: String)

    /// An older version of the app wrote the file, with this schema, and the migration returned
    /// nil.
    case outdated(schema: Int)

    /// The file is damaged, or could not be migrated.
    ///
    /// It has been moved to a path that ends in ".unreadable", replacing any file there, so that
    /// nothing overwrites it; nil if it could not be moved.
    case unreadable(ScreenStateFileError, movedTo: String?)

    /// The system does not permit reading the file at this time; the file is unchanged.
    ///
    /// It may be readable later, for example when the user unlocks the device; a save before that
    /// replaces it.
    case failed(ScreenStateFileError)

    /// The archive to restore; nil for an interrupted one.
    public var archive: ScreenArchive? {
      if case .restored(let archive) = self { archive } else { nil }
    }
  }
}
