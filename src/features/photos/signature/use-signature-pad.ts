import { useEffect, useEffectEvent, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'

/** Size of a submitted signature in pixels. */
export const signatureSize = { width: 900, height: 300 }
const penOptions = { penColor: '#14213d', backgroundColor: '#fff', minWidth: 1, maxWidth: 3 }

/**
 * Signature box at the screen's resolution. The drawing survives rotation of the phone; when the
 * box unmounts, `onSave` gets it for the next one.
 */
export function useSignaturePad(
  savedDrawing: Drawing | null,
  onSave: (drawing: Drawing | null) => void,
  onChange: (hasDrawn: boolean) => void,
) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [initialDrawing] = useState(savedDrawing)
  const [strokeCount, setStrokeCount] = useState(initialDrawing?.strokes.length ?? 0)
  /** The last cleared drawing, until something else is drawn. */
  const [clearedDrawing, setClearedDrawing] = useState<Drawing>()
  const handleEndStroke = useEffectEvent((drawing: SignaturePad) => {
    setStrokeCount(drawing.toData().length)
    setClearedDrawing(undefined)
    onChange(!drawing.isEmpty())
  })
  const saveDrawing = useEffectEvent(onSave)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const drawing = new SignaturePad(element, penOptions)
    pad.current = drawing
    if (initialDrawing) {
      canvasWidths.set(element, initialDrawing.width)
      drawing.fromData(initialDrawing.strokes)
    }
    const resizeObserver = new ResizeObserver(() => resizeCanvas(element, drawing))
    resizeObserver.observe(element)
    drawing.addEventListener('endStroke', () => handleEndStroke(drawing))
    return () => {
      resizeObserver.disconnect()
      drawing.off()
      const width = canvasWidths.get(element)
      saveDrawing(width ? { strokes: drawing.toData(), width } : null)
    }
  }, [initialDrawing])

  const showStrokes = (strokes: PointGroup[]) => {
    pad.current?.fromData(strokes, { clear: true })
    setStrokeCount(strokes.length)
    onChange(strokes.length > 0)
  }
  const getWidth = () => canvas.current?.clientWidth ?? 0
  const getStrokes = () => pad.current?.toData() ?? []
  const clear = () => {
    if (strokeCount === 0) return
    setClearedDrawing({ strokes: getStrokes(), width: getWidth() })
    showStrokes([])
  }
  const undo = () => {
    if (strokeCount > 0) return showStrokes(getStrokes().slice(0, -1))
    if (!clearedDrawing) return
    showStrokes(scaleStrokes(clearedDrawing.strokes, getWidth() / clearedDrawing.width))
    setClearedDrawing(undefined)
  }
  return {
    canvas,
    isEmpty: strokeCount === 0,
    canUndo: strokeCount > 0 || clearedDrawing !== undefined,
    clear,
    undo,
    renderCanvas: () => renderFullSize(getStrokes(), getWidth()),
  }
}

export interface Drawing {
  strokes: PointGroup[]
  /** Width of the box it was drawn in. */
  width: number
}

/** Width of the box that the strokes on a canvas belong to. */
const canvasWidths = new WeakMap<HTMLCanvasElement, number>()

/** Resizes a canvas to its size on the screen and scales its strokes. */
function resizeCanvas(canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const { clientWidth: width, clientHeight: height } = canvas
  // The box is hidden.
  if (width === 0) return
  const previousWidth = canvasWidths.get(canvas)
  const strokes = scaleStrokes(pad.toData(), previousWidth ? width / previousWidth : 1)
  const pixelRatio = Math.max(1, window.devicePixelRatio)
  canvas.width = width * pixelRatio
  canvas.height = height * pixelRatio
  canvas.getContext('2d')?.scale(pixelRatio, pixelRatio)
  canvasWidths.set(canvas, width)
  pad.fromData(strokes, { clear: true })
}

/** Renders the drawing in the submitted size, independent of the screen. */
function renderFullSize(strokes: PointGroup[], width: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), signatureSize)
  const pad = new SignaturePad(canvas, penOptions)
  pad.fromData(scaleStrokes(strokes, signatureSize.width / Math.max(1, width)))
  pad.off()
  return canvas
}

/** Scales strokes and their thickness to a box of another size. */
export const scaleStrokes = (strokes: PointGroup[], factor: number): PointGroup[] =>
  strokes.map(stroke => ({
    ...stroke,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    dotSize: stroke.dotSize * factor,
    points: stroke.points.map(point => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }))
