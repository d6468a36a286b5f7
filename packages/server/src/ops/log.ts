import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines. Whatever is logged, keys, passwords in URLs and signatures of links do not come through. */
export function createLog(level: string, destination: DestinationStream = bufferedOutput()): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['authorization', 'cookie', 'headers.authorization', 'headers.cookie', 'bundleUrl'],
        censor: '[redacted]',
      },
      hooks: { streamWrite: scrub },
    },
    destination,
  )
}

let lastMs = 0
let lastTime = ''

/** Writing a date out was 2.5 % of a poll's profile, and under load many lines share a millisecond. */
function isoTime(): string {
  const now = Date.now()
  if (now !== lastMs) {
    lastMs = now
    lastTime = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastTime
}

/** Lines are gathered, so that a poll does not pay for a write of its own; nothing stays unwritten for over 200 ms. */
function bufferedOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 200 })
  process.on('exit', () => output.flushSync())
  return output
}

const apiKey = /bnd_[0-9A-Za-z]{8,}/g
const userInfo = /(:\/\/)[^/@\s"]+@/g
const signature = /(X-Amz-(?:Signature|Credential|Security-Token)=)[^&"\s]+/gi

/** Most lines hold none of the three, so a plain word is looked for before a pattern is tried. */
export function scrub(line: string): string {
  let clean = line
  if (clean.includes('bnd_')) clean = clean.replace(apiKey, 'bnd_[redacted]')
  if (clean.includes('@')) clean = clean.replace(userInfo, '$1[redacted]@')
  if (clean.includes('X-Amz-')) clean = clean.replace(signature, '$1[redacted]')
  return clean
}
