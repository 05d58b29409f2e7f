import Stagecraft

let listMisuses: [Misuse] = []
