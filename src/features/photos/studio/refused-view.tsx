import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import { focusOnMount, StageActions } from '@/features/photos/studio/stage'
import { Notice } from '@/ui/notice'

interface RefusedViewProps {
  error: PhotoErrorCode
  /** Buttons to choose another photo. */
  children: ReactNode
}

/** Why a file cannot be used and what to do. */
export function RefusedView({ error, children }: RefusedViewProps) {
  const { t } = useTranslation(['photos', 'studio'])
  const texts: Partial<Record<PhotoErrorCode, string>> = {
    empty: t('photos:issues.photo.empty'),
    type: t('photos:issues.photo.type'),
    heic: t('studio:heic'),
    large: t('photos:issues.photo.large'),
    pixels: t('photos:issues.photo.pixels'),
    small: t('photos:issues.photo.small'),
  }
  return (
    <>
      <div ref={focusOnMount} tabIndex={-1}>
        <Notice tone="error" role="alert">
          {texts[error] ?? t('photos:issues.photo.broken')}
        </Notice>
      </div>
      <StageActions>{children}</StageActions>
    </>
  )
}
