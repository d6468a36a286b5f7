import type { SiteFile } from '../../model/site-file.ts'
import { digest } from './gather-fonts.ts'
import { readAsset } from './read-asset.ts'

let known: SiteFile | undefined

/**
 * What the author's components run on: Preact with its hooks and its React names, and the part that brings components to
 * life. One classic script, since modules do not load from a disk; loaded by pages that have such a component alone.
 */
export function componentRuntime(): SiteFile {
  known ??= joinRuntime()
  return known
}

function joinRuntime(): SiteFile {
  const modules = ['preact', 'hooks', 'compat'].map(
    (name) => `const ${name}=${toFunction(readAsset(`preact/${name}.mjs`))};\n`,
  )
  const license = readAsset('preact/LICENSE').trim()
  const parts = readAsset('js/parts.js').replace(/^export /m, 'return ')
  const own = `const{createParts,views}=(()=>{${parts}})();\n${readAsset('js/components.js')}`
  const text = `/*!\n${license}\n*/\n(()=>{\n${modules.join('')}${own}})()\n`
  const bytes = new TextEncoder().encode(text)
  return { path: `_bindery/components-${digest(bytes)}.js`, bytes }
}

/** The modules are minified and import only each other, so that these five forms are all that they hold. */
function toFunction(module: string): string {
  const given: string[] = []
  const body = module
    .replace(/^\/\/# sourceMappingURL.*$/m, '')
    .replace(/export\*from"([^"]+)";/g, (_, from: string) => give(`...${variableOf(from)}`))
    .replace(/export\{([^}]*)\}from"([^"]+)";/g, (_, names: string, from: string) =>
      give(...pairs(names).map(([inner, outer]) => `${outer}:${variableOf(from)}.${inner}`)),
    )
    .replace(/export\{([^}]*)\};?/g, (_, names: string) =>
      give(...pairs(names).map(([inner, outer]) => `${outer}:${inner}`)),
    )
    .replace(/import\{([^}]*)\}from"([^"]+)";/g, (_, names: string, from: string) => {
      const bound = pairs(names).map(([outer, inner]) => `${outer}:${inner}`)
      return `const{${bound.join(',')}}=${variableOf(from)};`
    })
  return `(()=>{${body.trim()}\nreturn{${given.join(',')}}})()`

  function give(...names: string[]): string {
    given.push(...names)
    return ''
  }
}

/** `a as b, c` */
function pairs(names: string): [from: string, to: string][] {
  return names.split(',').map((name) => {
    const [from = '', to = from] = name.trim().split(' as ')
    return [from, to]
  })
}

function variableOf(specifier: string): string {
  return specifier === 'preact' ? 'preact' : 'hooks'
}
