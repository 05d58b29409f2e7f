import StagecraftPools

let copies = BoundedPool(lending: ["copy 1", "copy 2"])
let title = try await copies.withElement { copy in "\(copy) of Momo is lent" }
print(title)
