import type { PointGroup } from 'signature_pad'

/** A drawing on a box of another size: strokes and their thickness grow with it. */
export const scaledStrokes = (strokes: PointGroup[], by: number): PointGroup[] =>
  strokes.map(stroke => ({
    ...stroke,
    minWidth: stroke.minWidth * by,
    maxWidth: stroke.maxWidth * by,
    dotSize: stroke.dotSize * by,
    points: stroke.points.map(point => ({ ...point, x: point.x * by, y: point.y * by })),
  }))
