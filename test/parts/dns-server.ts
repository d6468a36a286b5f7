// A name server for tests: it knows TXT records alone, and whatever it is not told of does not exist.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

export interface DnsServer {
  /** For whoever asks it, as `127.0.0.1:5353`. */
  address: string
  /** The values of each name; read at each question, so that a test may change them. */
  records: Map<string, string[]>
  close(): Promise<void>
}

const TXT = 16
const [NO_ERROR, NAME_ERROR] = [0, 3]

export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.on('message', (query, from) => socket.send(answer(query, records), from.port, from.address))
  return { address: `127.0.0.1:${socket.address().port}`, records, close: () => close(socket) }
}

/** RFC 1035: a header of 12 bytes, the question as it was asked, and the records. */
function answer(query: Buffer, records: Map<string, string[]>): Buffer {
  const { name, type, end } = readQuestion(query)
  const values = type === TXT ? (records.get(name) ?? []) : []
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (records.has(name) ? NO_ERROR : NAME_ERROR), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(values.length, 6)
  return Buffer.concat([header, query.subarray(12, end), ...values.map(writeTxt)])
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function writeTxt(value: string): Buffer {
  const pieces = value.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)])))
  const head = Buffer.alloc(12)
  // The name is the question's; class IN; believed for no time.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

async function close(socket: Socket): Promise<void> {
  const closed = once(socket, 'close')
  socket.close()
  await closed
}
