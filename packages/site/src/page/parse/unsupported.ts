/** Thrown for what cannot be known without running code; the smallest enclosing element falls back. */
export class Unsupported extends Error {}
