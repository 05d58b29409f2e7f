// Phones that the processes of this machine share.
import StagecraftSQLiteStore

// snippet.hide
func flash(_ phone: String, fence: Fence) async throws { print("Flashing \(phone).") }
// snippet.show

let phones = try await SharedPool("phones", at: SQLiteStore("/var/lib/lab/lend.sqlite"))
try await phones.add("usb:00008110", named: "phone-1", labels: ["ios"])
try await phones.withLease(where: ["ios"]) { lease in
  try await flash(lease.resource, fence: lease.fence)  // the phone refuses a smaller fence
}
