import { openTestStore } from './open-test-store.ts'

/** A process that uploads an object in parts until it is killed. Its argument is the key. */
async function* endless() {
  for (let part = 0; ; part++) {
    // Fewer parts may still wait to be sent.
    if (part === 6) process.stdout.write('begun\n')
    yield Buffer.alloc(8 * 1024 * 1024)
  }
}
await openTestStore().store.putStream(process.argv[2] ?? '', endless())
