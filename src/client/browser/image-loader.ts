/** Default image quality. */
const defaultQuality = 75

interface ImageLoaderProps {
  src: string
  width: number
  quality?: number | undefined
}

/**
 * The URL of an image at a width: the app's own optimiser, or the CDN's path with width, quality
 * and format if its host is configured. For the `loader` of next/image.
 */
export const createImageLoader =
  (cdnHost: string | null) =>
  ({ src, width, quality = defaultQuality }: ImageLoaderProps): string => {
    if (!cdnHost)
      return `/checkouts/_next/image/?url=${encodeURIComponent(src)}&w=${width}&q=${quality}`
    return `https://${cdnHost}/cdn-cgi/image/width=${width},quality=${quality},format=auto${src}`
  }
