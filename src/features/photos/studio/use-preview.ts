import { useEffect, useState } from 'react'
import { drawn, fileOf, type Picture } from '@/client/photos/image-editing'

/** Sharp enough for the screens these photos are looked at on. */
const previewSide = 1400

/** The address of a picture for this page alone; undefined until it is drawn. */
export function usePreview(picture: Picture): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let isOver = false
    let made: string | undefined
    const show = async () => {
      const file = await fileOf(drawn(picture, { longest: previewSide }))
      if (isOver) return
      made = URL.createObjectURL(file)
      setAddress(made)
    }
    // Without a preview the photo can be used all the same.
    show().catch(() => {})
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [picture])
  return address
}
