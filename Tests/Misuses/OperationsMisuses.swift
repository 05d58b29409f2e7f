import Stagecraft

let operationMisuses: [Misuse] = []
