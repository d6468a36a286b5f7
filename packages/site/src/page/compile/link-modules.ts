import { type CompiledModule, type ImportedName, NotCompiled, reactNames } from './read-module.ts'

/** Where a name stands: a file of the author's, and what it is called in there. */
export interface Place {
  file: string
  name: string
}

export interface ModuleSource {
  /** Read and compiled once; throws `NotCompiled`. */
  read(file: string): CompiledModule
  /** The file that an import means; undefined when it is none of the docs folder. */
  resolve(specifier: string, from: string): string | undefined
}

const react = new Set(['react', 'react-dom', 'preact', 'preact/hooks', 'preact/compat'])

/** Takes of the author's files what the places on a page need, and nothing else, and writes it in the order it must run. */
export class Linker {
  readonly #source: ModuleSource
  #needed = new Map<string, Set<string>>()
  /** What was tried before, and why it failed where it did. */
  readonly #tried = new Map<string, NotCompiled | undefined>()

  constructor(source: ModuleSource) {
    this.#source = source
  }

  /** Leaves everything as it was when something that the place needs cannot be compiled. */
  add(place: Place): void {
    const key = `${place.file}\n${place.name}`
    if (!this.#tried.has(key))
      this.#tried.set(
        key,
        failureOf(() => this.#gather(place)),
      )
    const failure = this.#tried.get(key)
    if (failure) throw failure
  }

  #gather(place: Place): void {
    const needed = new Map([...this.#needed].map(([file, names]) => [file, new Set(names)]))
    const waiting = [place]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const names = needed.get(next.file) ?? new Set()
      if (names.has(next.name)) continue
      needed.set(next.file, names.add(next.name))
      waiting.push(...this.#needsOf(next))
    }
    order(needed, this.#source)
    this.#needed = needed
  }

  /** The code of all that was added: one function `$mN` for each file, which gives its names. */
  write(): {
    text: string
    functionOf: Map<string, string>
    paths: Set<string>
    words: Set<string>
    foreign: Set<string>
  } {
    const files = order(this.#needed, this.#source)
    const functionOf = new Map(files.map((file, index) => [file, `$m${index}`]))
    const modules = files.map((file) => ({
      file,
      names: this.#needed.get(file) ?? new Set<string>(),
      ...this.#source.read(file),
    }))
    const text = modules.map((module) => this.#writeModule(module, functionOf)).join('')
    const used = new Set(
      modules.flatMap(({ parts, names }) => parts.filter(isNeeded(names)).flatMap(({ uses }) => [...uses])),
    )
    const injected = reactNames.filter((name) => used.has(name))
    const hooks = injected.length > 0 ? `,{${injected.join(',')}}=React` : ''
    return {
      text: `const React=$.React,$h=React.createElement,$F=React.Fragment${hooks};\n${text}`,
      functionOf,
      paths: new Set(modules.flatMap(({ paths }) => [...paths])),
      words: new Set(modules.flatMap(({ words }) => [...words])),
      foreign: new Set(modules.flatMap(({ foreign }) => [...foreign])),
    }
  }

  #needsOf({ file, name }: Place): Place[] {
    const module = this.#source.read(file)
    const imported = module.imports.get(name)
    if (imported) return this.#importOf(imported, file)
    const parts = module.parts.filter(({ declares }) => declares.includes(name) || declares.length === 0)
    if (!parts.some(({ declares }) => declares.includes(name))) throw new NotCompiled(`"${name}" is not in "${file}"`)
    const known = new Set([...module.imports.keys(), ...module.parts.flatMap(({ declares }) => declares)])
    const uses = new Set(parts.flatMap((part) => [...part.uses, ...part.declares]))
    return [...uses].filter((used) => known.has(used)).map((used) => ({ file, name: used }))
  }

  #importOf({ specifier, imported }: ImportedName, from: string): Place[] {
    if (react.has(specifier)) return []
    const file = this.#source.resolve(specifier, from)
    if (file === undefined) throw new NotCompiled(`"${specifier}" is not a file of the repository`)
    const { exports } = this.#source.read(file)
    if (imported === '*') return [...exports.values()].map((name) => ({ file, name }))
    const name = exports.get(imported)
    if (name === undefined) throw new NotCompiled(`"${specifier}" has no "${imported}" that runs in a browser`)
    return [{ file, name }]
  }

  #writeModule(module: CompiledModule & { file: string; names: Set<string> }, functionOf: Map<string, string>): string {
    const { file, names, imports, parts } = module
    const bound = [...imports].filter(([local]) => names.has(local))
    const lines = bound.map(([local, imported]) => `const ${local}=${this.#writeImport(imported, file, functionOf)};`)
    const body = parts.filter(isNeeded(names)).map(({ text }) => `${text};`)
    return `const ${functionOf.get(file)}=$.once(()=>{\n${[...lines, ...body].join('\n')}\nreturn{${[...names].join(',')}}});\n`
  }

  #writeImport(imported: ImportedName, from: string, functionOf: Map<string, string>): string {
    if (react.has(imported.specifier)) {
      return ['default', '*'].includes(imported.imported) ? '$.React' : `$.React.${imported.imported}`
    }
    const [first, ...others] = this.#importOf(imported, from)
    const read = (place: Place | undefined) => `${functionOf.get(place?.file ?? '')}().${place?.name}`
    if (imported.imported !== '*') return read(first)
    const { exports } = this.#source.read(first?.file ?? from)
    const places = new Map([first, ...others].map((place) => [place?.name, place]))
    return `{${[...exports].map(([name, local]) => `${name}:${read(places.get(local))}`).join(',')}}`
  }
}

function failureOf(work: () => void): NotCompiled | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof NotCompiled) return error
    throw error
  }
}

const isNeeded = (names: Set<string>) => (part: { declares: string[] }) =>
  part.declares.length === 0 || part.declares.some((name) => names.has(name))

/** A file comes after those that it imports. */
function order(needed: Map<string, Set<string>>, source: ModuleSource): string[] {
  const ordered: string[] = []
  const entered = new Set<string>()
  const visit = (file: string) => {
    if (ordered.includes(file)) return
    if (entered.has(file)) throw new NotCompiled(`"${file}" imports itself, through others`)
    entered.add(file)
    const { imports } = source.read(file)
    for (const [local, { specifier }] of imports) {
      const target = needed.get(file)?.has(local) && !react.has(specifier) ? source.resolve(specifier, file) : undefined
      if (target !== undefined && needed.has(target)) visit(target)
    }
    ordered.push(file)
  }
  for (const file of [...needed.keys()].sort()) visit(file)
  return ordered
}
