// Without the libraries of models, for processes that only use tools.
export { openTree } from '../tree/open-tree.ts'
export { useTool } from './use-tool.ts'
