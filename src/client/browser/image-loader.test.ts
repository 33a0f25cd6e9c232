import { describe, expect, it } from 'vitest'
import { createImageLoader } from '@/client/browser/image-loader'

describe('an image', () => {
  it('comes from the app, at quality 75 by default', () => {
    expect(createImageLoader(null)({ src: '/checkouts/a b.png', width: 640 })).toBe(
      '/checkouts/_next/image/?url=%2Fcheckouts%2Fa%20b.png&w=640&q=75',
    )
  })

  it('comes from the CDN if one is configured, with width, quality and format in its path', () => {
    expect(
      createImageLoader('cdn.example.com')({ src: '/checkouts/a.png', width: 1200, quality: 60 }),
    ).toBe(
      'https://cdn.example.com/cdn-cgi/image/width=1200,quality=60,format=auto/checkouts/a.png',
    )
  })
})
