public import StagecraftScreens

/// A module of the app, with a type of ours and one of the same name as its module.
public enum Screens {
  public typealias Identity = StagecraftScreens.ScreenID
}
