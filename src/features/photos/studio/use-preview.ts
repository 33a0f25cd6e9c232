import { useEffect, useState } from 'react'
import { drawPicture, encodeCanvas, type Picture } from '@/client/photos/image-editing'

/** Sharp enough for the screens that show the preview. */
const maxPreviewSide = 1400

/** Object URL of a picture's preview; undefined until it is drawn. */
export function usePreview(picture: Picture): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let isCancelled = false
    let objectUrl: string | undefined
    const drawPreview = async () => {
      const file = await encodeCanvas(drawPicture(picture, { maxSide: maxPreviewSide }))
      if (isCancelled) return
      objectUrl = URL.createObjectURL(file)
      setUrl(objectUrl)
    }
    // The photo can be used without a preview.
    drawPreview().catch(() => {})
    return () => {
      isCancelled = true
      if (objectUrl) URL.revokeObjectURL(objectUrl)
      setUrl(undefined)
    }
  }, [picture])
  return url
}
