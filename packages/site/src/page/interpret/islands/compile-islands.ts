import { Linker, type ModuleSource, type Place } from '../../compile/link-modules.ts'
import { type CompiledModule, NotCompiled, readModule } from '../../compile/read-module.ts'
import type { Machine } from '../machine/machine.ts'
import { resolveImport } from '../modules/resolve-import.ts'
import type { Island, IslandFinder } from './find-islands.ts'

/** What a browser runs on a page, but for the addresses of the site, which the renderer knows. */
export interface PageCode {
  text: string
  /** Texts that may be addresses of the site. */
  paths: string[]
  /** Every word of the code's texts, for one may be a class. */
  words: string[]
}

// Two hundred times what a component takes.
const longestCode = 1_000_000

/** Writes the code of a page's islands. One that cannot be compiled keeps its first state, and the report says why. */
export function compileIslands(found: IslandFinder, report: Machine['report']): PageCode | undefined {
  const linker = new Linker(sourceOf(found))
  const live = [...found.islands.entries()].filter(([, island]) => tryAdd(linker, island, report))
  const [first] = live
  if (!first) return undefined
  const { text, functionOf, paths, words, foreign } = linker.write()
  for (const name of foreign) {
    report('fallback', `<${name}> shows only its content inside a component that works in a browser.`, first[1].at)
  }
  const read = ({ file, name }: Place) => `${functionOf.get(file)}().${name}`
  const mounts = live.map(([n, { place, props, references }]) => {
    const given = references.length > 0 ? `(s,r=[${references.map(read).join(',')}])` : 's'
    return `[${n},()=>${read(place)},${given}=>(${props})]`
  })
  const whole = `${text}$.mount([${mounts.join(',\n')}]);`
  if (whole.length <= longestCode) {
    const given = live.flatMap(([, island]) => island.paths)
    return { text: whole, paths: [...paths, ...given], words: [...words] }
  }
  report(
    'fallback',
    `The code of the page has more than ${longestCode} characters; the first state is shown.`,
    first[1].at,
  )
  return undefined
}

function tryAdd(linker: Linker, { place, references, at }: Island, report: Machine['report']): boolean {
  try {
    for (const { file, name } of [place, ...references]) linker.add({ file, name: name.split('.', 1)[0] ?? '' })
    return true
  } catch (error) {
    if (!(error instanceof NotCompiled)) throw error
    report('fallback', `<${place.name}> keeps its first state: ${error.message}.`, at)
    return false
  }
}

function sourceOf({ files }: IslandFinder): ModuleSource {
  const compiled = new Map<string, CompiledModule>()
  return {
    read(file) {
      const module = compiled.get(file) ?? readModule(file, files.get(file)?.blocks ?? [])
      compiled.set(file, module)
      return module
    },
    resolve: (specifier, from) => resolveImport(specifier, from).find((path) => files.has(path)),
  }
}
