/** Other spellings of an address, and ways around what is open to strangers. */
export function listTricks(path: string): string[] {
  const name = path.slice(1)
  const [first = 'x'] = name
  const encoded = `%${first.charCodeAt(0).toString(16)}${name.slice(1)}`
  return [
    path,
    `/${encoded}`,
    `//${name}`,
    `/./${name}`,
    `/%2e/${name}`,
    `/x/../${name}`,
    `/x/%2e%2e/${name}`,
    `/..%2f${name}`,
    `/\\${name}`,
    `/%5c${name}`,
    `${path}/`,
    `${path}?`,
    `${path}?_bindery/sign-in/callback`,
    `${path}%3f`,
    `${path}%00`,
    `${path};/_bindery/sign-out`,
    `${path}#/_bindery/sign-out`,
    path.toUpperCase(),
    path.replace(/\.html$/, ''),
    `http://docs.example.com${path}`,
    `/_bindery/sign-in/callback/..${path}`,
    `/_bindery/sign-in/callback/../../..${path}`,
    `/_bindery/sign-in/callback%2f..%2f..%2f..${path}`,
    `/_bindery/sign-in${path}`,
    `/_bindery/sign-out/..${path}`,
    `/_bindery/sign-out/../..${path}`,
    `/_bindery/sign-out${path}`,
    `/_bindery/../${name}`,
    `/_bindery/sign-out;${path}`,
  ]
}
