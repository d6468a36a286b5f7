export interface Bar {
  x: number
  y: number
  width: number
  height: number
}

interface Frame {
  width: number
  height: number
  /** What the tallest bar stands for; the largest of the values by default. */
  top?: number
}

/** One bar for each value, left to right, on one floor. A day with little is still to be seen, one without is not. */
export function placeBars(values: readonly number[], { width, height, top }: Frame): Bar[] {
  const tallest = Math.max(top ?? Math.max(...values), 1e-9)
  const pitch = width / Math.max(values.length, 1)
  return values.flatMap((value, index) => {
    if (value <= 0) return []
    const tall = Math.max(2, (Math.min(value, tallest) / tallest) * height)
    return [
      {
        x: round(index * pitch + pitch * 0.15),
        y: round(height - tall),
        width: round(pitch * 0.7),
        height: round(tall),
      },
    ]
  })
}

const round = (value: number) => Math.round(value * 100) / 100
