import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'

const require = createRequire(import.meta.url)

/** The part of the WebAssembly interface that is used here; Node's types leave it to the browser's. */
interface WasmExports {
  memory: { buffer: ArrayBuffer }
}
interface Wasm {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: WasmExports }
}

/** Oniguruma's default; 20, the depth of subexpression calls, follows it in memory. */
const defaultRetries = [10_000_000, 20] as const

/**
 * How often a pattern may go back and try again at one place. The default lets a line of 120 characters take 3.5 s in
 * the C# grammar; no line of seven real sites comes near this one. It counts steps, so that every machine stops at
 * the same one.
 */
const retries = 100_000

/** Oniguruma with its retry limit lowered. The build exports no setter, but the limit is a word of its memory. */
export function instantiateOniguruma(imports: object): WasmExports {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly
  const { exports } = new Instance(new Module(readBinary()), imports)
  const words = new Uint32Array(exports.memory.buffer)
  const at = words.indexOf(defaultRetries[0])
  if (at === -1 || words[at + 1] !== defaultRetries[1])
    throw new Error(
      'Oniguruma keeps its retry limit elsewhere: look for it after an update of @shikijs/engine-oniguruma.',
    )
  words[at] = retries
  return exports
}

/**
 * The library's own module unpacks it by `new Response`, for which Node loads all of its fetch: a fifth of what a render
 * process takes to start.
 */
function readBinary(): Uint8Array {
  const script = readFileSync(require.resolve('@shikijs/engine-oniguruma/wasm-inlined'), 'utf8')
  const packed = /\batob\("([^"]+)"\)/.exec(script)?.[1]
  if (packed === undefined)
    throw new Error('Oniguruma is packed another way: look how after an update of @shikijs/engine-oniguruma.')
  return gunzipSync(Buffer.from(packed, 'base64'))
}
