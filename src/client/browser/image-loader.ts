/** SPEC 9: image quality 75 unless told. */
const defaultQuality = 75

interface ImageLoaderProps {
  src: string
  width: number
  quality?: number | undefined
}

/**
 * Where an image of a width comes from: the app's own optimiser, or the CDN's path with width, quality
 * and format where its host is configured (SPEC 2, 9). For the `loader` of next/image.
 */
export const createImageLoader =
  (cdnHost: string | null) =>
  ({ src, width, quality = defaultQuality }: ImageLoaderProps): string => {
    if (!cdnHost)
      return `/checkouts/_next/image/?url=${encodeURIComponent(src)}&w=${width}&q=${quality}`
    return `https://${cdnHost}/cdn-cgi/image/width=${width},quality=${quality},format=auto${src}`
  }
