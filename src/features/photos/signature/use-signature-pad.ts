import { useEffect, useEffectEvent, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import type { Size } from '@/domain/photos/photo-crop'

/** Size of a submitted signature in pixels. */
export const signatureSize = { width: 900, height: 300 }
const penOptions = { penColor: '#14213d', backgroundColor: '#fff', minWidth: 1, maxWidth: 3 }

/** A drawing, with the size of the box it was drawn in. */
export interface Drawing {
  strokes: PointGroup[]
  box: Size
}

/**
 * Signature box at the screen's resolution, of any shape. The drawing survives rotation of the
 * phone; when the box unmounts, `onSave` gets it for the next one.
 */
export function useSignaturePad(
  savedDrawing: Drawing | null,
  onSave: (drawing: Drawing | null) => void,
  onChange: (hasDrawn: boolean) => void,
) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  /** As last drawn, whatever size the box has now: rotating there and back changes nothing. */
  const drawing = useRef(savedDrawing)
  const [strokeCount, setStrokeCount] = useState(savedDrawing?.strokes.length ?? 0)
  /** The last cleared drawing, until something else is drawn. */
  const [clearedDrawing, setClearedDrawing] = useState<Drawing>()
  const setDrawing = (strokes: PointGroup[]) => {
    drawing.current = { strokes, box: sizeOf(canvas.current) }
    setStrokeCount(strokes.length)
    onChange(strokes.length > 0)
  }
  const handleEndStroke = useEffectEvent(() => {
    setDrawing(pad.current?.toData() ?? [])
    setClearedDrawing(undefined)
  })
  const saveDrawing = useEffectEvent(() => onSave(drawing.current))

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const signaturePad = new SignaturePad(element, penOptions)
    pad.current = signaturePad
    const resizeObserver = new ResizeObserver(() =>
      resizeCanvas(element, signaturePad, drawing.current),
    )
    resizeObserver.observe(element)
    signaturePad.addEventListener('endStroke', () => handleEndStroke())
    return () => {
      resizeObserver.disconnect()
      signaturePad.off()
      saveDrawing()
    }
  }, [])

  const showStrokes = (strokes: PointGroup[]) => {
    pad.current?.fromData(strokes, { clear: true })
    setDrawing(strokes)
  }
  const clear = () => {
    if (strokeCount === 0 || !drawing.current) return
    setClearedDrawing(drawing.current)
    showStrokes([])
  }
  const undo = () => {
    if (strokeCount > 0) return showStrokes(pad.current?.toData().slice(0, -1) ?? [])
    if (!clearedDrawing) return
    showStrokes(fitDrawing(clearedDrawing, sizeOf(canvas.current)))
    setClearedDrawing(undefined)
  }
  return {
    canvas,
    isEmpty: strokeCount === 0,
    canUndo: strokeCount > 0 || clearedDrawing !== undefined,
    clear,
    undo,
    renderCanvas: () =>
      renderFullSize(drawing.current ?? { strokes: [], box: sizeOf(canvas.current) }),
  }
}

const sizeOf = (element: HTMLElement | null): Size => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
})

/** Resizes a canvas to its size on the screen and fits its drawing into it. */
function resizeCanvas(canvas: HTMLCanvasElement, pad: SignaturePad, drawing: Drawing | null): void {
  const size = sizeOf(canvas)
  // The box is hidden.
  if (size.width === 0) return
  const pixelRatio = Math.max(1, window.devicePixelRatio)
  canvas.width = size.width * pixelRatio
  canvas.height = size.height * pixelRatio
  canvas.getContext('2d')?.scale(pixelRatio, pixelRatio)
  pad.fromData(drawing ? fitDrawing(drawing, size) : [], { clear: true })
}

/** Renders the signature in the submitted size, cut out of the box it was drawn in. */
function renderFullSize(drawing: Drawing): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), signatureSize)
  const pad = new SignaturePad(canvas, penOptions)
  pad.fromData(cutOutSignature(drawing))
  pad.off()
  return canvas
}

/** The strokes in a box of another size: as large as fits, in its middle. */
export function fitDrawing({ strokes, box }: Drawing, size: Size): PointGroup[] {
  const factor = Math.min(size.width / box.width, size.height / box.height)
  return placeStrokes(strokes, factor, {
    x: (size.width - box.width * factor) / 2,
    y: (size.height - box.height * factor) / 2,
  })
}

/** Share of the submitted picture that a signature fills at most: the rest is its margin. */
const signatureShare = 0.86
/** A dot or a short line is not enlarged into a signature: it stays too little ink. */
const maxEnlargement = 1.5

/** The strokes in the submitted size, without the empty parts of their box. */
export function cutOutSignature({ strokes, box }: Drawing): PointGroup[] {
  const points = strokes.flatMap(stroke => stroke.points)
  const [left, right] = rangeOf(points.map(({ x }) => x))
  const [top, bottom] = rangeOf(points.map(({ y }) => y))
  const { width, height } = signatureSize
  const factor = Math.min(
    (signatureShare * width) / Math.max(1, right - left),
    (signatureShare * height) / Math.max(1, bottom - top),
    (maxEnlargement * width) / Math.max(1, box.width),
  )
  return placeStrokes(strokes, factor, {
    x: width / 2 - ((left + right) / 2) * factor,
    y: height / 2 - ((top + bottom) / 2) * factor,
  })
}

const rangeOf = (values: number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([min, max], value) => [Math.min(min, value), Math.max(max, value)],
    [values[0] ?? 0, values[0] ?? 0],
  )

/** Scales strokes and their thickness, then moves them. */
const placeStrokes = (
  strokes: PointGroup[],
  factor: number,
  offset: { x: number; y: number },
): PointGroup[] =>
  strokes.map(stroke => ({
    ...stroke,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    dotSize: stroke.dotSize * factor,
    points: stroke.points.map(point => ({
      ...point,
      x: point.x * factor + offset.x,
      y: point.y * factor + offset.y,
    })),
  }))
