import { useTranslation } from 'next-i18next/pages'
import { StageActions } from '@/features/photos/studio/stage'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

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
