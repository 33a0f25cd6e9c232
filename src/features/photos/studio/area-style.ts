import type { CSSProperties } from 'react'
import type { Area } from '@/domain/photos/photo-crop'

/** Position of an area given in shares of the picture around it, which is laid out left to right. */
export const buildAreaStyle = ({ x, y, width, height }: Area): CSSProperties => ({
  insetInlineStart: formatPercent(x),
  top: formatPercent(y),
  width: formatPercent(width),
  height: formatPercent(height),
})

const formatPercent = (share: number) => `${share * 100}%`
