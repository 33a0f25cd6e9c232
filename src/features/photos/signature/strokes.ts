import type { PointGroup } from 'signature_pad'

/** Scales strokes and their thickness to a box of another size. */
export const scaleStrokes = (strokes: PointGroup[], factor: number): PointGroup[] =>
  strokes.map(stroke => ({
    ...stroke,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    dotSize: stroke.dotSize * factor,
    points: stroke.points.map(point => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }))
