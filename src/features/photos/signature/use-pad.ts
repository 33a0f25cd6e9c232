import { type RefObject, useEffect, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { scaledStrokes } from '@/features/photos/signature/strokes'

/** A signature as it is sent, in pixels: three times as wide as it is high. */
export const signatureSize = { width: 900, height: 300 }
const pen = { penColor: '#14213d', backgroundColor: '#fff', minWidth: 1, maxWidth: 3 }

/**
 * A box to draw in, as sharp as the screen. What is drawn survives turning the phone, and in `kept` the box
 * itself: the next one begins with it.
 */
export function usePad(kept: RefObject<Drawing | null>, onChange: (hasDrawn: boolean) => void) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [count, setCount] = useState(0)
  /** What was cleared last, until something else is drawn. */
  const [cleared, setCleared] = useState<Drawing>()
  const told = useRef(onChange)
  told.current = onChange

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const drawing = new SignaturePad(element, pen)
    pad.current = drawing
    if (kept.current) {
      widths.set(element, kept.current.width)
      drawing.fromData(kept.current.strokes)
      setCount(kept.current.strokes.length)
    }
    const tell = () => {
      setCount(drawing.toData().length)
      setCleared(undefined)
      told.current(!drawing.isEmpty())
    }
    const sizes = new ResizeObserver(() => fill(element, drawing))
    sizes.observe(element)
    drawing.addEventListener('endStroke', tell)
    return () => {
      sizes.disconnect()
      drawing.off()
      const width = widths.get(element)
      kept.current = width ? { strokes: drawing.toData(), width } : null
    }
  }, [kept])

  const show = (strokes: PointGroup[]) => {
    pad.current?.fromData(strokes, { clear: true })
    setCount(strokes.length)
    told.current(strokes.length > 0)
  }
  const width = () => canvas.current?.clientWidth ?? 0
  const strokes = () => pad.current?.toData() ?? []
  const clear = () => {
    if (count === 0) return
    setCleared({ strokes: strokes(), width: width() })
    show([])
  }
  const undo = () => {
    if (count > 0) return show(strokes().slice(0, -1))
    if (!cleared) return
    show(scaledStrokes(cleared.strokes, width() / cleared.width))
    setCleared(undefined)
  }
  return {
    canvas,
    isEmpty: count === 0,
    canUndo: count > 0 || cleared !== undefined,
    clear,
    undo,
    drawn: () => drawnLarge(strokes(), width()),
  }
}

export interface Drawing {
  strokes: PointGroup[]
  /** Of the box it was drawn in. */
  width: number
}

/** The width that the strokes on a canvas belong to. */
const widths = new WeakMap<HTMLCanvasElement, number>()

/** Gives a canvas the pixels of its place on the screen; its strokes grow or shrink with it. */
function fill(canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const { clientWidth: width, clientHeight: height } = canvas
  // Hidden for a while.
  if (width === 0) return
  const before = widths.get(canvas)
  const strokes = scaledStrokes(pad.toData(), before ? width / before : 1)
  const density = Math.max(1, window.devicePixelRatio)
  canvas.width = width * density
  canvas.height = height * density
  canvas.getContext('2d')?.scale(density, density)
  widths.set(canvas, width)
  pad.fromData(strokes, { clear: true })
}

/** The drawing in the size it is sent, whatever the screen was. */
function drawnLarge(strokes: PointGroup[], width: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), signatureSize)
  const pad = new SignaturePad(canvas, pen)
  pad.fromData(scaledStrokes(strokes, signatureSize.width / Math.max(1, width)))
  pad.off()
  return canvas
}
