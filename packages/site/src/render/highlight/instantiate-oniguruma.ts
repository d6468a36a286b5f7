import { wasmBinaryPromise } from '@shikijs/engine-oniguruma/wasm-inlined'

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
export async function instantiateOniguruma(imports: object): Promise<WasmExports> {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly
  const { exports } = new Instance(new Module(await wasmBinaryPromise), imports)
  const words = new Uint32Array(exports.memory.buffer)
  const at = words.indexOf(defaultRetries[0])
  if (at === -1 || words[at + 1] !== defaultRetries[1])
    throw new Error(
      'Oniguruma keeps its retry limit elsewhere: look for it after an update of @shikijs/engine-oniguruma.',
    )
  words[at] = retries
  return exports
}
