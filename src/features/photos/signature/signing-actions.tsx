import { useState } from 'react'
import { useSubmitOnce } from '@/client/browser/use-submit-once'
import { useTranslation } from '@/client/texts/use-translation'
import { StageActions } from '@/features/photos/studio/studio-dialog'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

/** Submits a finished signature once; `failed` when the browser cannot encode it. */
export function useSigning(onUse: (canvas: HTMLCanvasElement) => Promise<void>) {
  const { submitOnce, isBusy } = useSubmitOnce()
  const [hasFailed, setFailed] = useState(false)
  const sign = (canvas: HTMLCanvasElement) =>
    submitOnce(async () => {
      setFailed(false)
      await onUse(canvas).catch(() => setFailed(true))
    })
  return { sign, isBusy, hasFailed }
}

interface SigningActionsProps {
  isBusy: boolean
  hasFailed: boolean
  /** On a low screen the actions are beside the box. */
  isBeside?: boolean
  onUse: () => void
}

/** Button that finishes signing, and its error. */
export function SigningActions({
  isBusy,
  hasFailed,
  isBeside = false,
  onUse,
}: SigningActionsProps) {
  const { t } = useTranslation('studio')
  return (
    <>
      {hasFailed && (
        <Notice tone="error" role="alert" className="mt-4">
          {t('signature.failed')}
        </Notice>
      )}
      <StageActions isBeside={isBeside}>
        <Button busy={isBusy} onClick={onUse}>
          {isBusy ? t('saving') : t('signature.use')}
        </Button>
      </StageActions>
    </>
  )
}
