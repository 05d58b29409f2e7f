import StagecraftGTK

@main
struct Gallery {
  @MainActor static func main() {
    GTKApplication("org.stagecraft.Gallery").run {}
  }
}
