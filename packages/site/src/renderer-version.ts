/** Changes whenever the same folder would give other bytes; pages of an older version are never reused. */
export const rendererVersion = '0.1.0'
