import StagecraftSQLiteStore

// Lends a phone of the store in the file that the argument names.
let phones = try await SharedPool("phones", at: SQLiteStore(CommandLine.arguments[1]))
try await phones.add("usb:00008110", named: "phone-1", labels: ["ios"])
try await phones.withLease(where: ["ios"]) { lease in
  print("\(lease.resource) is lent")
}
