import type { Area } from '@/domain/photos/photo-crop'

const formatPercent = (share: number) => `${share * 100}%`

/** The captured area is clear, the rest dimmed; a selfie has an oval for the face. */
export const FrameGuide = ({ area, isFace }: { area: Area; isFace: boolean }) => (
  <div
    aria-hidden="true"
    className="absolute rounded-control border-2 border-white shadow-[0_0_0_9999px_rgb(20_33_61/0.55)]"
    style={{
      insetInlineStart: formatPercent(area.x),
      top: formatPercent(area.y),
      width: formatPercent(area.width),
      height: formatPercent(area.height),
    }}
  >
    {isFace && (
      <div className="absolute inset-x-[19%] inset-y-[17%] rounded-[50%] border-2 border-white/80 border-dashed" />
    )}
  </div>
)
