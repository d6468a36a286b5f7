import { allowedAttributes, editorElements } from './allowed-names.ts'
import { isPlainStyle } from './check-style.ts'

/** By which a browser may load or send something, in any language; an `href` is looked at, these are refused. */
const active = new Set(
  `action archive background base cite classid codebase data dynsrc formaction longdesc lowsrc manifest ping poster src
  srcdoc srcset`.split(/\s+/),
)
/** What an animation may not write. */
const notAnimated = new Set(['href', 'style', 'class', 'id', 'attributename', 'target'])
const foreign = /xhtml|MathML|XSL\/Transform/i
const fragment = /^#[^\s<>"']*$/
const picture = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[A-Za-z\d+/=\s]*$/i
const link = /^(?:https?:\/\/|mailto:)[^\s<>"'\\]*$/i

/** Why an attribute is not allowed, or undefined. Both names are in lower case. */
export function checkAttribute(element: string, name: string, value: string): string | undefined {
  const [prefix, local] = splitName(name)
  if (/^on[a-z]*$/.test(local)) return 'It holds script.'
  if (prefix === 'xmlns' || name === 'xmlns') return foreign.test(value) ? 'It holds another language.' : undefined
  if (active.has(local)) return `It has the attribute “${name}”.`
  if (local === 'href') return isAllowedAddress(element, value.trim()) ? undefined : 'It leads or loads from elsewhere.'
  if (local === 'attributename') return isAnimated(value.trim().toLowerCase()) ? undefined : 'It animates an address.'
  // To a browser a name with a prefix says nothing but where a link leads, which language it is, and how space counts.
  if (prefix !== '') return undefined
  if (/^(?:aria|data)-[\w.-]+$/.test(name)) return undefined
  if (editorElements.has(element) && name !== 'style') return undefined
  if (!allowedAttributes.has(name)) return `It has the attribute “${name}”.`
  return isPlainStyle(value) ? undefined : 'It loads something by a style.'
}

/** `svg:path` is a path: what the prefix stands for is of no interest. */
export function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':')
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)]
}

function isAllowedAddress(element: string, address: string): boolean {
  if (address === '' || fragment.test(address)) return true
  if (element === 'a') return link.test(address)
  return (element === 'image' || element === 'feimage') && picture.test(address)
}

function isAnimated(attribute: string): boolean {
  return allowedAttributes.has(attribute) && !notAnimated.has(attribute)
}
