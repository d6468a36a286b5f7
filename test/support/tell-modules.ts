const hooks = `import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) { const found = next(name, context); process._rawDebug(found.url); return found } })`

/** An option of Node: the process writes the address of each module that it loads to its standard error. */
export const tellModules = `--import=data:text/javascript,${encodeURIComponent(hooks)}`
