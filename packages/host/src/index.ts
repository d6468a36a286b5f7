export { HostError, type HostErrorCode } from './ops/host-error.ts'
export { type ServedPath, type ServePathOptions, servePath } from './serve-path.ts'
