import type { Move, Part } from './move.ts'

/** The moved addresses of a site, for the programs that serve it. */
export const redirectsFile = '_bindery/redirects.json'

const version = 1

export function encodeMoves(moves: readonly Move[]): string {
  return `${JSON.stringify({ version, moves })}\n`
}

/** A bundle may hold anything in this place: what is not understood is left out. */
export function decodeMoves(text: string): Move[] {
  const { moves } = parse(text)
  return Array.isArray(moves) ? moves.filter(isMove) : []
}

function parse(text: string): { moves?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && value.version === version ? value : {}
  } catch {
    return {}
  }
}

function isMove(value: unknown): value is Move {
  if (!isRecord(value)) return false
  const { parts, target, status } = value
  return (
    Array.isArray(parts) &&
    parts.length > 0 &&
    parts.every(isPart) &&
    Array.isArray(target) &&
    target.every((piece) => typeof piece === 'string' || Number.isInteger(piece)) &&
    typeof status === 'number' &&
    [301, 302, 303, 307, 308].includes(status)
  )
}

function isPart(value: unknown): value is Part {
  return isRecord(value) ? typeof value.text === 'string' : value === 'segment' || value === 'any' || value === 'rest'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
