import { type ChangeEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import type { CaptureMethod } from '@/features/photos/use-photo-tool'
import { Button } from '@/ui/button'
import { FileInputButton } from '@/ui/file-input-button'
import { CameraIcon, EditIcon, PhoneIcon, UploadIcon } from '@/ui/icons'
import { Spinner } from '@/ui/spinner'

/** Formats the server decodes; Safari converts a phone's photos to the first one. */
const acceptedFormats = 'image/jpeg,image/png,image/webp'

interface CaptureOptionsProps {
  type: DocumentType
  /** Form that submits the file without scripts. */
  form: string | undefined
  /** Id of the error text; undefined without an error. */
  errorId: string | undefined
  /** The method that is still loading. */
  loadingMethod: CaptureMethod | undefined
  onOpen: (method: CaptureMethod) => void
  /** Opens the dialog for taking the photos with a phone. */
  onPhoneClick?: (() => void) | undefined
}

/** The ways to add one photo. */
export function CaptureOptions({
  type,
  form,
  errorId,
  loadingMethod,
  onOpen,
  onPhoneClick,
}: CaptureOptionsProps) {
  const { t } = useTranslation('photos')
  const input = useRef<HTMLInputElement>(null)

  const takeFileChosenBeforeHydration = useEffectEvent(() => takeFile(input.current, onOpen))
  useEffect(() => takeFileChosenBeforeHydration(), [])

  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    takeFile(currentTarget, onOpen)

  const isSignature = type === 'signature'
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 min-[420px]:grid-cols-2">
        {isSignature && (
          <Button
            className="min-[420px]:col-span-2"
            icon={<EditIcon />}
            busy={loadingMethod === 'sign'}
            onClick={() => onOpen('sign')}
          >
            {t('sign')}
          </Button>
        )}
        <Button
          variant={isSignature ? 'secondary' : 'primary'}
          wide
          className="px-3!"
          icon={<CameraIcon />}
          busy={loadingMethod === 'camera'}
          onClick={() => onOpen('camera')}
        >
          {t('take')}
        </Button>
        <FileInputButton
          ref={input}
          name={type}
          form={form}
          accept={acceptedFormats}
          aria-label={t('chooseFor', { title: t(`${type}.title`) })}
          aria-describedby={errorId}
          aria-invalid={errorId ? true : undefined}
          icon={loadingMethod instanceof File ? <Spinner /> : <UploadIcon />}
          onChange={handleChange}
        >
          {t('choose')}
        </FileInputButton>
      </div>
      <noscript>
        <Button type="submit" form={form} name="next" value={type}>
          {t('send')}
        </Button>
      </noscript>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-2 text-sm">
        <p className="max-lg:hidden noscript:hidden">{t('drop')}</p>
        <p className="noscript:block lg:hidden">{t('formats')}</p>
        {onPhoneClick && (
          <Button
            variant="link"
            wide={false}
            icon={<PhoneIcon />}
            className="max-lg:hidden"
            onClick={onPhoneClick}
          >
            {t('phone')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Empties the input, so that the same file can be chosen again. */
function takeFile(input: HTMLInputElement | null, onFile: (file: File) => void): void {
  const file = input?.files?.[0]
  if (!input || !file) return
  input.value = ''
  onFile(file)
}
