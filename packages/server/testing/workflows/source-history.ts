import { hash } from 'node:crypto'
import { choosePacks } from '../../src/workflows/tasks/source/packs/choose-packs.ts'
import type { SourceList } from '../../src/workflows/tasks/source/packs/source-list.ts'
import { createRandom } from './random.ts'

/** Rules by which sources are stored and deleted; with one of them off, histories lose something. */
export interface SourceRules {
  /** A list becomes the project's last one only while its export runs. */
  recordsOnlyRunning: boolean
  /** What is stored before is looked up only when no worker deletes sources of the project. */
  waitsForClearing: boolean
  /** Sources are deleted only while no export of the project runs. */
  needsQuiet: boolean
}

export const allRules: SourceRules = { recordsOnlyRunning: true, waitsForClearing: true, needsQuiet: true }

interface Export {
  id: number
  isRunning: boolean
  /** What the engine has recorded of it: every later step reads it. */
  snapshot?: string
}

/** One run of the step that fetches; a worker that was frozen goes on with its own whenever it wakes. */
type Attempt = Generator<void, void>

interface LastSource {
  listKey: string
  packs: string[]
}

/** One project and its part of the bucket, in one process: what happens between two steps of anybody can be anything. */
export function runSourceHistory(seed: number, operations: number, rules: SourceRules = allRules): string[] {
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const bucket = new Map<string, SourceList | Set<string>>()
  const exports: Export[] = []
  const remains = new Set<number>()
  const attempts: Attempt[] = []
  const lost: string[] = []
  let last: LastSource | undefined
  let clearing: Generator<void, void> | undefined
  let tree = new Map<string, string>()
  const trees = [tree]
  let content = 0

  function edit(): void {
    tree = new Map(random() < 0.2 ? pick(trees) : tree)
    for (let n = Math.floor(random() * 4); n >= 0; n--) {
      content += 1
      const path = `p${Math.floor(random() * 12)}`
      if (random() < 0.2) tree.delete(path)
      else tree.set(path, random() < 0.3 ? `c${Math.floor(random() * 5)}` : `c${content}`)
    }
    trees.push(tree)
  }

  function start(): void {
    const started: Export = { id: exports.length, isRunning: true }
    exports.push(started)
    attempts.push(attempt(started))
  }

  function* attempt(own: Export): Attempt {
    const files = [...tree].map(([path, object]) => ({ path, object, size: sizeOf(object) }))
    while (rules.waitsForClearing && clearing) yield
    const earlier = last && (bucket.get(last.listKey) as SourceList | undefined)
    yield
    const { packs, places, fresh } = choosePacks(files, earlier)
    const all = [...packs]
    if (fresh.length > 0) {
      const name = hash('sha1', fresh.map(({ object }) => object).join())
      let offset = 0
      for (const { object, size } of fresh) {
        places.set(object, { pack: all.length, offset, length: size })
        offset += size
      }
      all.push({ name, bytes: offset })
      bucket.set(packKey(name), new Set(fresh.map(({ object }) => object)))
      yield
    }
    const list: SourceList = {
      packs: all,
      files: files.map(({ path, object, size }) => {
        const { pack = 0, offset = 0, length = 0 } = places.get(object) ?? {}
        return [path, object, size, pack, offset, length]
      }),
    }
    const key = `list/${hash('sha1', JSON.stringify(list))}`
    bucket.set(key, list)
    yield
    if (rules.recordsOnlyRunning && !own.isRunning) return
    last = { listKey: key, packs: all.map(({ name }) => name) }
    yield
    if (own.isRunning) own.snapshot ??= key
  }

  /** The worker that deletes may end at any moment; what it has not deleted is due again. */
  function* clear(id: number): Generator<void, void> {
    if (rules.needsQuiet && exports.some(({ isRunning }) => isRunning)) return
    if (![...remains].some((other) => other !== id)) last = undefined
    const needed = new Set(last ? [last.listKey, ...last.packs.map(packKey)] : [])
    yield
    for (const key of [...bucket.keys()]) {
      if (needed.has(key)) continue
      bucket.delete(key)
      yield
    }
    remains.delete(id)
  }

  function end(one: Export | undefined): void {
    if (!one?.isRunning) return
    one.isRunning = false
    remains.add(one.id)
  }

  function expectWhole(what: string, key: string): void {
    const list = bucket.get(key) as SourceList | undefined
    const isThere = list?.files.every(([, object, , pack]) =>
      (bucket.get(packKey(list.packs[pack]?.name ?? '')) as Set<string> | undefined)?.has(object),
    )
    if (!isThere) lost.push(`seed ${seed}: ${what} lacks something`)
  }

  const steps: (() => void)[] = [
    edit,
    start,
    () => void pick(attempts)?.next(),
    () => void pick(attempts)?.next(),
    () => void pick(attempts)?.next(),
    () => void pick(attempts)?.next(),
    // A worker is thought dead, and another takes the export over.
    () => {
      const one = pick(exports.filter(({ isRunning, snapshot }) => isRunning && !snapshot))
      if (one && random() < 0.3) attempts.push(attempt(one))
    },
    () => end(pick(exports.filter(({ snapshot }) => snapshot !== undefined || random() < 0.1))),
    () => {
      const due = pick([...remains])
      if (due !== undefined) clearing ??= clear(due)
    },
    () => {
      if (clearing?.next().done) clearing = undefined
    },
    // It ends in the middle.
    () => {
      if (random() < 0.1) clearing = undefined
    },
  ]
  edit()
  for (let n = 0; n < operations && lost.length === 0; n++) {
    pick(steps)?.()
    if (last) expectWhole('the last source', last.listKey)
    for (const { id, isRunning, snapshot } of exports) if (isRunning && snapshot) expectWhole(`export ${id}`, snapshot)
  }
  for (const one of exports) end(one)
  for (const one of attempts) for (let n = 0; n < 10; n++) one.next()
  for (const id of [...remains]) for (const _ of clear(id));
  if (exports.length > 0 && bucket.size > 0) lost.push(`seed ${seed}: ${bucket.size} objects are never deleted`)
  return lost
}

const packKey = (name: string) => `pack/${name}`
const sizeOf = (object: string) => 1 + (Number.parseInt(hash('sha1', object).slice(0, 4), 16) % 1000)
