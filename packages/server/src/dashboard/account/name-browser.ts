// In this order: most browsers also claim to be those further down.
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, mark: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** As a person would say it, to tell one session from another; what is no browser is named by its first word. */
export function nameBrowser(agent: string | null): string {
  if (agent === null || agent === '') return 'Unknown browser'
  const browser = browsers.find(([, mark]) => mark.test(agent))?.[0] ?? agent.split(/[\s/]/)[0]
  const system = systems.find(([, mark]) => mark.test(agent))?.[0]
  return system ? `${browser} on ${system}` : (browser ?? 'Unknown browser')
}
