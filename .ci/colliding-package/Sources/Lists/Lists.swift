public import StagecraftLists

/// A type of the app, named like its module.
public enum Lists {
  /// One of ours, reached by the name of our module.
  public typealias Change = StagecraftLists.ListChanges
}
