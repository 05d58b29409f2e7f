// Runs every misuse in a process of its own and checks what it prints before it is stopped.
//
//   misuses              the whole table
//   misuses NAME         one misuse, in this process
//
// The tests run it in debug, the gate also in release, so a message that only one of the two prints
// is detected.

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

if CommandLine.arguments.count > 1 {
  let name = CommandLine.arguments[1]
  guard let misuse = allMisuses.first(where: { $0.name == name }) else {
    fatalError("There is no misuse “\(name)”.")
  }
  alarm(60)
  await misuse.body()
  exit(0)
}

var complaints: [String] = []
for misuse in allMisuses {
  let run = ChildRun(running: misuse.name)
  if let complaint = run.complaint(expecting: misuse.sentence) { complaints.append(complaint) }
}
for name in Set(allMisuses.map(\.name)).sorted()
where allMisuses.count(where: { $0.name == name }) > 1 {
  complaints.append("“\(name)” is in the table more than once")
}
for complaint in complaints { print("error: \(complaint)") }
print("\(allMisuses.count - complaints.count) passed, \(complaints.count) failed")
exit(complaints.isEmpty ? 0 : 1)
