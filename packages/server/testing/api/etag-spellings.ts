/** Each of them looks like the ETag of a job, and is not it. */
export const spellings: [name: string, spell: (etag: string) => string][] = [
  ['leading zeros', (etag) => etag.replace(/\.(\d+)"$/, '.00$1"')],
  ['a leading zero', (etag) => etag.replace(/\.(\d+)"$/, '.0$1"')],
  ['a sign', (etag) => etag.replace(/\.(\d+)"$/, '.+$1"')],
  ['a fraction', (etag) => etag.replace(/"$/, '.0"')],
  ['a half', (etag) => etag.replace(/"$/, '.5"')],
  ['far below zero', (etag) => etag.replace(/\.\d+"$/, '.-99999999999"')],
  ['an exponent', (etag) => etag.replace(/"$/, 'e0"')],
  ['hexadecimal digits', (etag) => etag.replace(/\.(\d+)"$/, '.0x$1"')],
  ['a blank inside', (etag) => etag.replace(/\.(\d+)"$/, '. $1"')],
  ['no revision', (etag) => etag.replace(/\d+"$/, '"')],
  ['no quotation marks', (etag) => etag.replaceAll('"', '')],
  ['one quotation mark', (etag) => etag.slice(0, -1)],
  ['a revision beyond any', (etag) => etag.replace(/\.\d+"$/, '.99999999999999999999"')],
  ['the first one beyond the database’s', (etag) => etag.replace(/\.\d+"$/, '.2147483648"')],
  ['not a number', (etag) => etag.replace(/\.\d+"$/, '.NaN"')],
  ['a negative revision', (etag) => etag.replace(/\.(\d+)"$/, '.-$1"')],
]
