import { cLibcurl } from '@scalar/snippetz/plugins/c/libcurl'
import { csharpHttpclient } from '@scalar/snippetz/plugins/csharp/httpclient'
import { dartHttp } from '@scalar/snippetz/plugins/dart/http'
import { goNative } from '@scalar/snippetz/plugins/go/native'
import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp'
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { kotlinOkhttp } from '@scalar/snippetz/plugins/kotlin/okhttp'
import { phpCurl } from '@scalar/snippetz/plugins/php/curl'
import { powershellRestmethod } from '@scalar/snippetz/plugins/powershell/restmethod'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { rubyNative } from '@scalar/snippetz/plugins/ruby/native'
import { rustReqwest } from '@scalar/snippetz/plugins/rust/reqwest'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import { swiftNsurlsession } from '@scalar/snippetz/plugins/swift/nsurlsession'
import type { SampleLanguage } from '../../../model/api/sample-languages.ts'

type Plugin = typeof shellCurl

interface Writer {
  label: string
  plugin: Plugin
  /** So that it runs as it stands. */
  finish?(code: string): string
}

const awaitFetch = (code: string) => code.replace(/^fetch\(/m, 'const response = await fetch(')

export const requestWriters: Record<SampleLanguage, Writer> = {
  bash: { label: 'cURL', plugin: shellCurl },
  javascript: { label: 'JavaScript', plugin: jsFetch, finish: awaitFetch },
  python: {
    label: 'Python',
    plugin: pythonRequests,
    finish: (code) => `import requests\n\n${code.replace(/^requests\./m, 'response = requests.')}`,
  },
  go: { label: 'Go', plugin: goNative },
  // Node has had the browser's fetch since 18.
  node: { label: 'Node.js', plugin: jsFetch, finish: awaitFetch },
  typescript: { label: 'TypeScript', plugin: jsFetch, finish: awaitFetch },
  php: { label: 'PHP', plugin: phpCurl },
  java: { label: 'Java', plugin: javaNethttp },
  ruby: { label: 'Ruby', plugin: rubyNative },
  powershell: { label: 'PowerShell', plugin: powershellRestmethod },
  swift: { label: 'Swift', plugin: swiftNsurlsession },
  csharp: { label: 'C#', plugin: csharpHttpclient },
  c: { label: 'C', plugin: cLibcurl },
  cpp: { label: 'C++', plugin: cLibcurl },
  kotlin: { label: 'Kotlin', plugin: kotlinOkhttp },
  rust: { label: 'Rust', plugin: rustReqwest },
  dart: { label: 'Dart', plugin: dartHttp },
}

/** Where docs.json names none. */
export const usualLanguages: SampleLanguage[] = ['bash', 'javascript', 'python', 'go']
