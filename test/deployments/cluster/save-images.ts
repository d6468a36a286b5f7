/**
 * `test/parts/engine run node test/deployments/cluster/save-images.ts ARCHIVE [REF]`: the product's images, that of the
 * commit REF included, and those that it needs.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildEarlierImage, buildPresentImage, findEarlierCommit } from '../in-flight/build-image.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const [archive, ref] = process.argv.slice(2)
if (!archive) throw new Error('usage: node test/deployments/cluster/save-images.ts ARCHIVE [REF]')

const earlier = ref === undefined ? undefined : await findEarlierCommit(root, ref)
await buildPresentImage(root)
if (earlier) await buildEarlierImage(root, earlier)
await execute('docker', ['tag', 'bindery', 'bindery:present'])
const images = ['bindery:present', 'postgres:15', 'versity/versitygw:v1.8.0', ...(earlier ? [earlier.image] : [])]
await execute('docker', ['save', '--output', archive, ...images])
