/** `node src/write-openapi.ts` writes openapi.json; with `--check` it fails when the file has drifted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { describeApi } from './describe/describe-api.ts'

const file = new URL('../openapi.json', import.meta.url)
const made = `${JSON.stringify(describeApi(), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(file, made)
} else if (readFileSync(file, 'utf8') !== made) {
  console.error('packages/contract/openapi.json differs from the code. Run: npm run openapi')
  process.exit(1)
}
