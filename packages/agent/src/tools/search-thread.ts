import { parentPort, workerData } from 'node:worker_threads'
import { searchFiles } from './search-files.ts'

parentPort?.postMessage('begun')
parentPort?.postMessage(await searchFiles(workerData))
