import Stagecraft

let memoryMisuses: [Misuse] = []
