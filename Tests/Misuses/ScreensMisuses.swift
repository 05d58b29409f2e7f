import Stagecraft

let screenMisuses: [Misuse] = []
