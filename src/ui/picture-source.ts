import { useCallback } from 'react'

/** An address, or a picture in the browser's memory. */
export type PictureSource = string | Blob

/**
 * Props of an `<img>` or an SVG `<image>` (whose `src` is `href`) that shows the source. A blob's
 * object URL lives as long as the element shows it.
 */
export function usePicture(source: PictureSource): {
  src: string | undefined
  ref: (element: Element | null) => (() => void) | undefined
} {
  const ref = useCallback(
    (element: Element | null) => {
      if (!element || typeof source === 'string') return undefined
      const url = URL.createObjectURL(source)
      element.setAttribute(element instanceof HTMLImageElement ? 'src' : 'href', url)
      return () => URL.revokeObjectURL(url)
    },
    [source],
  )
  return { src: typeof source === 'string' ? source : undefined, ref }
}
