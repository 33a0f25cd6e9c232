import { useState } from 'react'
import { computeFingerprint, encodeCanvas } from '@/client/photos/image-editing'
import { useTranslation } from '@/client/texts/use-translation'
import type { CapturedPhoto, PhotoSource } from '@/features/photos/photo-source'
import { DrawnSignature } from '@/features/photos/signature/drawn-signature'
import { TypedSignature } from '@/features/photos/signature/typed-signature'
import type { Drawing } from '@/features/photos/signature/use-signature-pad'
import { FileButton } from '@/features/photos/studio/file-button'
import Studio, { type StudioProps } from '@/features/photos/studio/studio'
import { StageActions, StudioDialog } from '@/features/photos/studio/studio-dialog'
import { Button } from '@/ui/button'
import { CameraIcon } from '@/ui/later-icons'
import { SignatureGood } from '@/ui/photo-illustrations'
import { RadioGroup } from '@/ui/radio-group'

export interface SignatureProps {
  /** Names for the typed signature and for praise; empty if unknown. */
  driver: PhotoSource['driver']
  /** A file cannot be used; undefined when another photo follows it. */
  onRefusal: StudioProps['onRefusal']
  onDone: (photo: CapturedPhoto) => void
  onCancel: () => void
}

type SignatureMethod = 'draw' | 'type' | 'upload'

/** Three ways to sign, so that every customer and every device can use one. */
export default function SignatureStudio({ driver, onRefusal, onDone, onCancel }: SignatureProps) {
  const { t } = useTranslation('studio')
  const [method, setMethod] = useState<SignatureMethod>('draw')
  const [hasDrawn, setDrawn] = useState(false)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [uploadSource, setUploadSource] = useState<'camera' | File>()

  const handleUse = async (canvas: HTMLCanvasElement) => {
    const image = await encodeCanvas(canvas, 'image/png')
    onDone({
      image,
      cropped: null,
      needsReview: false,
      fingerprint: await computeFingerprint(image),
    })
  }

  if (uploadSource)
    return (
      <Studio
        type="signature"
        start={uploadSource}
        firstName={driver.firstName}
        otherFingerprints={[]}
        onRefusal={onRefusal}
        onDone={onDone}
        onCancel={() => setUploadSource(undefined)}
      />
    )
  return (
    <StudioDialog
      title={t('title.signature')}
      status=""
      hasUnsavedWork={hasDrawn}
      onClose={onCancel}
    >
      <RadioGroup
        name="signature-way"
        legend={t('signature.way')}
        legendHidden
        className="pb-4"
        value={method}
        onChange={event => setMethod(event.target.value as SignatureMethod)}
        options={[
          { value: 'draw', label: t('signature.draw') },
          { value: 'type', label: t('signature.type') },
          { value: 'upload', label: t('signature.upload') },
        ]}
      />
      {/* Stays mounted, so that the drawing is preserved. */}
      <div hidden={method !== 'draw'} className="contents [&[hidden]]:hidden">
        <DrawnSignature
          savedDrawing={drawing}
          onSave={setDrawing}
          onChange={setDrawn}
          onUse={handleUse}
        />
      </div>
      {method === 'type' && <TypedSignature name={driver.fullName} onUse={handleUse} />}
      {method === 'upload' && <UploadedSignature onChoose={setUploadSource} />}
    </StudioDialog>
  )
}

/** A photo of a signature on paper. */
function UploadedSignature({ onChoose }: { onChoose: (start: 'camera' | File) => void }) {
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
        <FileButton onFile={onChoose}>{t('chooseFile')}</FileButton>
        <Button icon={<CameraIcon />} onClick={() => onChoose('camera')}>
          {t('camera.take')}
        </Button>
      </StageActions>
    </>
  )
}
