import type { PointGroup } from 'signature_pad'

/** A drawing on a box of another size: strokes and their thickness grow with it. */
export const scaleStrokes = (strokes: PointGroup[], factor: number): PointGroup[] =>
  strokes.map(stroke => ({
    ...stroke,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    dotSize: stroke.dotSize * factor,
    points: stroke.points.map(point => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }))
