import { watchEventLoop } from '../../src/engine/watch-event-loop.ts'

/** A process whose event loop stands still from the start: it ends when that has been so for as long as a worker may. */
watchEventLoop(Number(process.env.STALL_MS))
for (;;);
