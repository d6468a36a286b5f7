import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'

/** The sorted lines of one run of pages, read part by part. */
export interface TermRun {
  /** How many numbers the sections before it take. */
  offset: number
  blocks(): Iterable<string>
}

/** Keeps a run until all are there. */
export interface TermSpool extends Disposable {
  add(terms: string, offset: number): TermRun
}

// 100,000 pages are some 700 runs, of which each holds the lines of one block while they are merged.
const blockBytes = 8 * 1024

/** In a file: the lines of 100,000 pages are 200 MB. */
export function openTermSpool(folder: string): TermSpool {
  const file = openSync(join(folder, 'terms'), 'w+')
  let end = 0
  return {
    add(terms, offset) {
      const from = end
      end += writeSync(file, terms, from)
      const to = end
      return { offset, blocks: () => readBlocks(file, from, to) }
    },
    [Symbol.dispose]: () => closeSync(file),
  }
}

/** In memory, for whoever has no folder for it. */
export function holdTerms(): TermSpool {
  return { add: (terms, offset) => ({ offset, blocks: () => [terms] }), [Symbol.dispose]: () => {} }
}

function* readBlocks(file: number, from: number, to: number): Generator<string> {
  const decoder = new StringDecoder('utf8')
  for (let at = from; at < to; ) {
    const block = Buffer.allocUnsafe(Math.min(blockBytes, to - at))
    const read = readSync(file, block, 0, block.length, at)
    at += read
    yield decoder.write(block.subarray(0, read))
  }
}
