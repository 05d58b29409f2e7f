public import StagecraftLists

public enum Lists {
  public typealias Change = StagecraftLists.ListChanges
}
