import type { FunctionDeclaration, Statement, VariableDeclaration } from 'acorn'
import { Unsupported } from '../../parse/unsupported.ts'
import type { Machine } from '../machine/machine.ts'
import { Closure, isTruthy, Lazy, Scope, type Value } from '../machine/values.ts'
import { bindPattern } from './bind-pattern.ts'

/** What a `return` said; no `return` is no completion. */
interface Completion {
  value: Value
}

/** Calls an author's function: bind its parameters, then walk its body. Nothing is compiled or run. */
export function callClosure(machine: Machine, { node, scope }: Closure, args: Value[]): Value {
  if (node.async || node.generator) throw new Unsupported('async functions and generators are not supported')
  const inner = new Scope(scope)
  node.params.forEach((parameter, index) => {
    if (parameter.type === 'RestElement') bindPattern(machine, parameter.argument, args.slice(index), inner)
    else bindPattern(machine, parameter, args[index], inner)
  })
  return machine.budget.nested(() => {
    if (node.body.type !== 'BlockStatement') return machine.evaluate(node.body, inner)
    return runStatements(machine, node.body.body, inner)?.value
  })
}

function runStatements(machine: Machine, statements: Statement[], scope: Scope): Completion | undefined {
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration') declareFunction(statement, scope)
  }
  for (const statement of statements) {
    const completion = runStatement(machine, statement, scope)
    if (completion) return completion
  }
  return undefined
}

function runStatement(machine: Machine, statement: Statement, scope: Scope): Completion | undefined {
  machine.budget.spend(1)
  switch (statement.type) {
    case 'ReturnStatement':
      return { value: statement.argument ? machine.evaluate(statement.argument, scope) : undefined }
    case 'VariableDeclaration':
      return void declareVariables(machine, statement, scope)
    case 'IfStatement': {
      const branch = isTruthy(machine.evaluate(statement.test, scope)) ? statement.consequent : statement.alternate
      return branch ? machine.budget.nested(() => runStatement(machine, branch, scope)) : undefined
    }
    case 'BlockStatement':
      return machine.budget.nested(() => runStatements(machine, statement.body, new Scope(scope)))
    case 'ExpressionStatement':
      return void machine.evaluate(statement.expression, scope)
    case 'FunctionDeclaration':
    case 'EmptyStatement':
      return undefined
    default:
      throw new Unsupported(`a "${readable(statement.type)}" is not supported in a component`)
  }
}

export function declareFunction(node: FunctionDeclaration, scope: Scope) {
  scope.set(node.id.name, new Closure(node, scope))
}

/** Single names are worked out on first use: a value that only a handler reads never has to be known. */
export function declareVariables(machine: Machine, declaration: VariableDeclaration, scope: Scope) {
  for (const { id, init } of declaration.declarations) {
    if (id.type === 'Identifier') {
      scope.set(id.name, init ? new Lazy(() => machine.evaluate(init, scope)) : undefined)
    } else if (init) bindPattern(machine, id, machine.evaluate(init, scope), scope)
  }
}

/** `ForOfStatement` → `for of statement`. */
function readable(type: string): string {
  return type.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
}
