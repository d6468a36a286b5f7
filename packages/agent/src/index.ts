export { expectDocument } from './documents/expect-document.ts'
export type {
  AgentEnding,
  AgentOutcome,
  AgentSteps,
  AgentUsage,
  Assignment,
  Budget,
  UsedTool,
} from './loop/assignment.ts'
export { runAgent } from './loop/run-agent.ts'
export { askModel, estimateUsage } from './model/ask-model.ts'
export { ModelError, type ModelErrorCode } from './model/model-error.ts'
export type {
  Message,
  ModelRequest,
  ModelResponse,
  Thought,
  ToolCall,
  ToolDescription,
  ToolResult,
  Usage,
} from './model/model-request.ts'
export { type Model, type ModelSettings, openModel } from './model/open-model.ts'
export { findAll, replaceText } from './text/find-text.ts'
export type { Diagnostic, ToolContext, ToolOutcome } from './tools/tool.ts'
export { listTools, useTool } from './tools/use-tool.ts'
export { applyChanges, openTree } from './tree/open-tree.ts'
export { type Change, type Listing, Refusal, type Tree } from './tree/tree.ts'
