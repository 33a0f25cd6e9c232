import type { DocumentType } from '@/domain/data/document-types'
import { CheckBadgeIcon } from '@/ui/icons'

const drawings: Record<DocumentType, string> = {
  profile: 'M56 28a11 11 0 1 1-22 0 11 11 0 0 1 22 0zM24 60c1-14 10-18 21-18s20 4 21 18',
  license_front: 'M18 18h54v36H18zM24 26h13v16H24zM44 28h20M44 35h14M44 42h18M24 48h40',
  license_back: 'M18 18h54v36H18zM18 26h54M26 36h18M26 44h12M56 36v10M61 36v10M66 36v10',
  signature:
    'M20 46c5-2 10-17 12-21 2-4 5-1 2 6-2 6-4 13-2 15 3 2 6-9 9-9 3 0-2 8 1 9 4 0 5-9 9-9 3 0-2 8 2 9 5 0 7-4 14-5',
}

/** The drawing of one photo; with a tick once it is added. */
export const PhotoSlot = ({
  type,
  addedLabel,
}: {
  type: DocumentType
  addedLabel: string | undefined
}) => (
  <span className="relative block rounded-control border border-line bg-card">
    <svg
      viewBox="0 6 90 60"
      aria-hidden="true"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={addedLabel ? 'stroke-accent' : 'stroke-ink-3'}
    >
      <path d={drawings[type]} />
    </svg>
    {addedLabel && (
      <span role="img" aria-label={addedLabel} className="absolute -end-1.5 -bottom-1.5">
        <CheckBadgeIcon />
      </span>
    )}
  </span>
)
