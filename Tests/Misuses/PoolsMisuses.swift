import Stagecraft

let poolMisuses: [Misuse] = []
