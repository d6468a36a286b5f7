/** The languages that requests can be shown in, each with the other names that authors have for it. */
const names = {
  bash: ['curl', 'sh', 'shell'],
  javascript: ['js'],
  python: ['py'],
  go: ['golang'],
  node: ['nodejs', 'node.js'],
  typescript: ['ts'],
  php: [],
  java: [],
  ruby: ['rb'],
  powershell: [],
  swift: [],
  csharp: ['c#', 'dotnet', '.net', 'dot-net'],
  c: [],
  cpp: ['c++'],
  kotlin: ['kt'],
  rust: ['rs'],
  dart: ['flutter'],
} as const

export type SampleLanguage = keyof typeof names

export const sampleLanguages = Object.keys(names) as SampleLanguage[]

/** Undefined for a language that no request is written in. */
export function readSampleLanguage(text: string): SampleLanguage | undefined {
  const name = text.trim().toLowerCase()
  return sampleLanguages.find((language) => language === name || (names[language] as readonly string[]).includes(name))
}
