import { useTranslation } from 'next-i18next/pages'
import { FileButton } from '@/features/photos/studio/file-button'
import { StageActions } from '@/features/photos/studio/stage'
import { Button } from '@/ui/button'
import { CameraIcon } from '@/ui/icons'
import { SignatureGood } from '@/ui/photo-illustrations'

/** A photo of a signature on paper. */
export function UploadedSignature({ onChoose }: { onChoose: (start: 'camera' | File) => void }) {
  const { t } = useTranslation('studio')
  return (
    <>
      <div className="flex flex-wrap items-center gap-5">
        <SignatureGood className="max-w-[180px] rounded-control bg-paper" />
        <ul className="grid grow basis-48 list-disc gap-1 ps-5">
          <li>{t('signature.uploadInk')}</li>
          <li>{t('signature.uploadSame')}</li>
          <li>{t('signature.uploadOnly')}</li>
        </ul>
      </div>
      <StageActions>
        <Button icon={<CameraIcon />} onClick={() => onChoose('camera')}>
          {t('camera.take')}
        </Button>
        <FileButton onFile={onChoose}>{t('chooseFile')}</FileButton>
      </StageActions>
    </>
  )
}
