public import StagecraftScreens

/// A type of the app, named like its module.
public enum Screens {
  /// One of ours, reached by the name of our module.
  public typealias Identity = StagecraftScreens.ScreenID
}
