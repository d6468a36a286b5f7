/**
 * Changes whenever the same folder would give other bytes, so that no page of an older version is ever reused. The test
 * beside it knows the bytes that belong to it, and fails until both are changed together.
 */
export const rendererVersion = '0.2.59'
