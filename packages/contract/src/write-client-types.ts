/** `node src/write-client-types.ts` writes the types of the client; with `--check` it fails when the file has drifted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { describeClientTypes } from './describe/describe-client-types.ts'

const file = new URL('../../client/src/api.ts', import.meta.url)
const made = describeClientTypes()

if (!process.argv.includes('--check')) {
  writeFileSync(file, made)
} else if (readFileSync(file, 'utf8') !== made) {
  console.error('packages/client/src/api.ts differs from the contract. Run: npm run openapi')
  process.exit(1)
}
