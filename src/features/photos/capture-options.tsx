import { type ChangeEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import { defaultMethodOf, type PhotosOfPage } from '@/features/photos/use-photos'
import { Button } from '@/ui/button'
import { FileInputButton } from '@/ui/file-input-button'
import { CameraIcon, EditIcon, PhoneIcon, UploadIcon } from '@/ui/later-icons'
import { Spinner } from '@/ui/spinner'

/** Formats the server decodes; Safari converts a phone's photos to the first one. */
const acceptedFormats = 'image/jpeg,image/png,image/webp'

interface CaptureOptionsProps {
  photos: PhotosOfPage
  type: DocumentType
  /** Id of the error text; undefined without an error. */
  errorId: string | undefined
  /** The phone's bar has the main button. */
  hasBar: boolean
  /** Opens the dialog for taking the photos with a phone. */
  onPhoneClick?: (() => void) | undefined
}

/** The ways to add one photo. */
export function CaptureOptions({
  photos: { tool, take, source },
  type,
  errorId,
  hasBar,
  onPhoneClick,
}: CaptureOptionsProps) {
  const { t } = useTranslation('photos')
  const input = useRef<HTMLInputElement>(null)
  const takePhotoFile = (file: File) => take(type, file)

  const takeFileChosenBeforeHydration = useEffectEvent(() => takeFile(input.current, takePhotoFile))
  useEffect(() => takeFileChosenBeforeHydration(), [])

  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    takeFile(currentTarget, takePhotoFile)

  const isSignature = type === 'signature'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Button
        wide
        // On a low screen the bar is at the end of the page.
        className={hasBar ? 'tall:max-lg:hidden' : undefined}
        icon={isSignature ? <EditIcon /> : <CameraIcon />}
        busy={tool.isLoading(type, defaultMethodOf(type))}
        onClick={() => take(type)}
      >
        {isSignature ? t('sign') : type === 'profile' ? t('profile.next') : t('take')}
      </Button>
      <FileInputButton
        ref={input}
        name={type}
        form={source.form}
        accept={acceptedFormats}
        aria-label={t('chooseFor', { title: t(`${type}.title`) })}
        aria-describedby={errorId}
        aria-invalid={errorId ? true : undefined}
        icon={tool.isLoading(type, 'file') ? <Spinner /> : <UploadIcon />}
        onChange={handleChange}
      >
        {t('choose')}
      </FileInputButton>
      <noscript>
        <Button type="submit" form={source.form} name="next" value={type}>
          {t('send')}
        </Button>
      </noscript>
      {onPhoneClick && (
        <Button
          variant="link"
          wide={false}
          icon={<PhoneIcon />}
          className="my-0 max-lg:hidden"
          onClick={onPhoneClick}
        >
          {t('phone')}
        </Button>
      )}
      <p className="text-center text-ink-2 text-sm max-lg:hidden noscript:hidden">{t('drop')}</p>
      <p className="text-center text-ink-2 text-sm noscript:block lg:hidden">{t('formats')}</p>
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
