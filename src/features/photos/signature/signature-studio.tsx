import { useTranslation } from 'next-i18next/pages'
import { useRef, useState } from 'react'
import { fileOf, fingerprintOf } from '@/client/photos/image-editing'
import type { TakenPhoto } from '@/features/photos/captured-photo'
import { DrawnSignature } from '@/features/photos/signature/drawn-signature'
import { TypedSignature } from '@/features/photos/signature/typed-signature'
import { UploadedSignature } from '@/features/photos/signature/uploaded-signature'
import type { Drawing } from '@/features/photos/signature/use-pad'
import Studio from '@/features/photos/studio/studio'
import { StudioDialog } from '@/features/photos/studio/studio-dialog'
import { RadioGroup } from '@/ui/radio-group'

export interface SignatureProps {
  /** The driver's, for the typed signature. */
  name: string
  onDone: (photo: TakenPhoto) => void
  onCancel: () => void
}

type Way = 'draw' | 'type' | 'upload'

/** A signature in one of three ways, so that no hand and no device is left out. */
export default function SignatureStudio({ name, onDone, onCancel }: SignatureProps) {
  const { t } = useTranslation('studio')
  const [way, setWay] = useState<Way>('draw')
  const [hasDrawn, setDrawn] = useState(false)
  const drawing = useRef<Drawing>(null)
  const [upload, setUpload] = useState<'camera' | File>()

  const use = async (canvas: HTMLCanvasElement) => {
    const image = await fileOf(canvas, 'image/png')
    onDone({ image, cropped: null, needsReview: false, fingerprint: await fingerprintOf(image) })
  }

  if (upload)
    return (
      <Studio
        type="signature"
        start={upload}
        others={[]}
        onDone={onDone}
        onCancel={() => setUpload(undefined)}
      />
    )
  return (
    <StudioDialog title={t('title.signature')} status="" wouldLose={hasDrawn} onClose={onCancel}>
      <RadioGroup
        name="signature-way"
        legend={t('signature.way')}
        legendHidden
        className="pb-5"
        value={way}
        onChange={event => setWay(event.target.value as Way)}
        options={[
          { value: 'draw', label: t('signature.draw') },
          { value: 'type', label: t('signature.type') },
          { value: 'upload', label: t('signature.upload') },
        ]}
      />
      {/* Stays there, so that what was drawn is there again on the way back. */}
      <div hidden={way !== 'draw'} className="contents [&[hidden]]:hidden">
        <DrawnSignature kept={drawing} onChange={setDrawn} onUse={use} />
      </div>
      {way === 'type' && <TypedSignature name={name} onUse={use} />}
      {way === 'upload' && <UploadedSignature onChoose={setUpload} />}
    </StudioDialog>
  )
}
