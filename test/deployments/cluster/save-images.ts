/** `deploy/local/engine run node test/deployments/cluster/save-images.ts ARCHIVE`: the product's images, and what it needs. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildOldImage, buildPresentImage, oldRelease } from '../in-flight/build-image.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const archive = process.argv[2]
if (!archive) throw new Error('usage: node test/deployments/cluster/save-images.ts ARCHIVE')

await buildPresentImage(root)
await buildOldImage(root)
await execute('docker', ['tag', 'bindery', 'bindery:present'])
const others = ['postgres:15', 'versity/versitygw:v1.8.0']
await execute('docker', ['save', '--output', archive, 'bindery:present', oldRelease.image, ...others])
