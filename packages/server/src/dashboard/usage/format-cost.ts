/** 12.50 USD; a job may cost less than a cent. */
export function formatCost(value: number, currency: string): string {
  const digits = value > 0 && value < 0.1 ? 4 : 2
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${currency}`
}
