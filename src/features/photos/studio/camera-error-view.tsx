import { useTranslation } from 'next-i18next/pages'
import type { CameraErrorCode } from '@/client/photos/camera'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { FileButton } from '@/features/photos/studio/file-button'
import { focusOnMount, StageActions } from '@/features/photos/studio/stage'
import { Button } from '@/ui/button'
import { CameraIcon, RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

interface CameraErrorViewProps {
  type: DocumentType
  error: CameraErrorCode
  onRetry: () => void
  onFile: (file: File) => void
}

/** Why there is no camera, what helps, and a file button instead. */
export function CameraErrorView({ type, error, onRetry, onFile }: CameraErrorViewProps) {
  const { t } = useTranslation('studio')
  const texts = useCameraErrorTexts()[error]
  return (
    <>
      <div ref={focusOnMount} tabIndex={-1}>
        <Notice tone="advice" role="alert" title={texts.title}>
          {texts.text}
        </Notice>
      </div>
      <StageActions>
        <FileButton onFile={onFile} variant="primary">
          {t('chooseFile')}
        </FileButton>
        {error === 'unsupported' ? (
          <FileButton
            onFile={onFile}
            capture={type === 'profile' ? 'user' : 'environment'}
            icon={<CameraIcon />}
          >
            {t('camera.system')}
          </FileButton>
        ) : (
          <Button variant="secondary" icon={<RetryIcon />} onClick={onRetry}>
            {t('camera.retry')}
          </Button>
        )}
      </StageActions>
    </>
  )
}

function useCameraErrorTexts(): Record<CameraErrorCode, { title: string; text: string }> {
  const { t } = useTranslation('studio')
  return {
    blocked: { title: t('trouble.blocked.title'), text: t('trouble.blocked.text') },
    forbidden: { title: t('trouble.forbidden.title'), text: t('trouble.forbidden.text') },
    none: { title: t('trouble.none.title'), text: t('trouble.none.text') },
    busy: { title: t('trouble.busy.title'), text: t('trouble.busy.text') },
    unsupported: { title: t('trouble.unsupported.title'), text: t('trouble.unsupported.text') },
    silent: { title: t('trouble.silent.title'), text: t('trouble.silent.text') },
    lost: { title: t('trouble.lost.title'), text: t('trouble.lost.text') },
    failed: { title: t('trouble.failed.title'), text: t('trouble.failed.text') },
  }
}
