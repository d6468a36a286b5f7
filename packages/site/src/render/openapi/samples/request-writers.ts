import { createRequire } from 'node:module'
import type { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import type { SampleLanguage } from '../../../model/api/sample-languages.ts'

const require = createRequire(import.meta.url)

export type Plugin = typeof shellCurl

interface Writer {
  label: string
  /** Which of the library's plugins writes it. */
  plugin: string
  /** So that it runs as it stands. */
  finish?(code: string): string
}

const awaitFetch = (code: string) => code.replace(/^fetch\(/m, 'const response = await fetch(')

export const requestWriters: Record<SampleLanguage, Writer> = {
  bash: { label: 'cURL', plugin: 'shell/curl' },
  javascript: { label: 'JavaScript', plugin: 'js/fetch', finish: awaitFetch },
  python: {
    label: 'Python',
    plugin: 'python/requests',
    finish: (code) => `import requests\n\n${code.replace(/^requests\./m, 'response = requests.')}`,
  },
  go: { label: 'Go', plugin: 'go/native' },
  // Node has had the browser's fetch since 18.
  node: { label: 'Node.js', plugin: 'js/fetch', finish: awaitFetch },
  typescript: { label: 'TypeScript', plugin: 'js/fetch', finish: awaitFetch },
  php: { label: 'PHP', plugin: 'php/curl' },
  java: { label: 'Java', plugin: 'java/nethttp' },
  ruby: { label: 'Ruby', plugin: 'ruby/native' },
  powershell: { label: 'PowerShell', plugin: 'powershell/restmethod' },
  swift: { label: 'Swift', plugin: 'swift/nsurlsession' },
  csharp: { label: 'C#', plugin: 'csharp/httpclient' },
  c: { label: 'C', plugin: 'c/libcurl' },
  cpp: { label: 'C++', plugin: 'c/libcurl' },
  kotlin: { label: 'Kotlin', plugin: 'kotlin/okhttp' },
  rust: { label: 'Rust', plugin: 'rust/reqwest' },
  dart: { label: 'Dart', plugin: 'dart/http' },
}

/** Where docs.json names none. */
export const usualLanguages: SampleLanguage[] = ['bash', 'javascript', 'python', 'go']

/** `require`, because most sites describe no API, and all plugins are a tenth of what a render process loads. */
export function loadPlugin(name: string): Plugin {
  const [plugin] = Object.values(require(`@scalar/snippetz/plugins/${name}`) as Record<string, Plugin>)
  if (!plugin) throw new Error(`The plugin "${name}" is empty: the package of plugins is damaged, install it again.`)
  return plugin
}
