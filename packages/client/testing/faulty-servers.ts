import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What a server does with a connection once the request has come. */
export type Behaviour = (socket: Socket, body: Buffer) => void

const head = (length: number | string, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\nContent-Length: ${length}\r\n${more}Connection: close\r\n\r\n`

/** The whole body, its end a moment later and with it the end of the connection: no fault, and what ended `fetch`. */
export const closing: Behaviour = (socket, body) => {
  socket.write(head(body.length))
  socket.write(body.subarray(0, -5000), () => setTimeout(() => socket.end(body.subarray(-5000)), 2))
}

/** All of it, in time, but never much at once. */
export const slow: Behaviour = (socket, body) => {
  const pieces = 12
  const size = Math.ceil(body.length / pieces)
  socket.write(head(body.length))
  const send = (piece: number) => {
    if (piece === pieces) return socket.end()
    socket.write(body.subarray(piece * size, (piece + 1) * size))
    return setTimeout(send, 150, piece + 1)
  }
  send(0)
}

export interface Fault {
  behave: Behaviour
  /** How it is reported. */
  reason: RegExp
}

const cut = /closed before the response was complete/

/** Faults that show at once. */
export const quickFaults: Record<string, Fault> = {
  'closes without a response': { behave: (socket) => socket.end(), reason: /closed the connection without a response/ },
  'resets without a response': {
    behave: (socket) => socket.resetAndDestroy(),
    reason: /ECONNRESET|without a response/,
  },
  'closes in the head': {
    behave: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
    reason: /closed the connection without a response/,
  },
  'closes in the body': {
    behave: (socket, body) => {
      socket.write(head(body.length))
      socket.end(body.subarray(0, body.length / 2))
    },
    reason: cut,
  },
  'resets in the body': {
    behave: (socket, body) => {
      socket.write(head(body.length))
      socket.write(body.subarray(0, body.length / 2), () => setTimeout(() => socket.resetAndDestroy(), 20))
    },
    reason: cut,
  },
  'cuts a chunk off': {
    behave: (socket, body) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      socket.write(`${body.length.toString(16)}\r\n`)
      socket.end(body.subarray(0, body.length / 2))
    },
    reason: cut,
  },
  'sends no last chunk': {
    behave: (socket, body) => {
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`)
      socket.write(body)
      socket.end('\r\n')
    },
    reason: cut,
  },
  'promises more than it sends': {
    behave: (socket, body) => {
      socket.write(head(body.length + 1))
      socket.end(body)
    },
    reason: cut,
  },
  'speaks another protocol': {
    behave: (socket) => socket.end('220 mail.example.com ESMTP\r\n'),
    reason: /Parse Error/,
  },
  'has an endless head': {
    behave: (socket) => socket.end(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}\r\n`),
    reason: /Header overflow/,
  },
  'says two lengths': {
    behave: (socket, body) => {
      socket.write(head(body.length, 'Content-Length: 1\r\n'))
      socket.end(body)
    },
    reason: /Parse Error|Content-Length/,
  },
  'changes the protocol': {
    behave: (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n'),
    reason: /closed the connection without a response/,
  },
}

/** Faults that only a clock finds. */
export const silentFaults: Record<string, Fault> = {
  'never answers': { behave: () => {}, reason: /no response within [12] s/ },
  'stalls in the head': {
    behave: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Le'),
    reason: /no response within [12] s/,
  },
  'drips an endless head': {
    behave: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 50)
      socket.once('close', () => clearInterval(timer))
    },
    reason: /no response within [12] s/,
  },
  'stalls in the body': {
    behave: (socket, body) => {
      socket.write(head(body.length))
      socket.write(body.subarray(0, body.length / 2))
    },
    reason: /nothing more of the response came within [12] s/,
  },
}

/** A server by the byte, which behaves as it is told to. */
export async function startByteServer(behave: Behaviour, body: Buffer) {
  const state = { behave, body, requests: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    socket.once('data', () => {
      state.requests++
      state.behave(socket, state.body)
      socket.resume()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
