import { useTranslation } from 'next-i18next/pages'
import { type ChangeEvent, useEffect, useRef } from 'react'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import type { Job } from '@/features/photos/use-photo-tool'
import { Button } from '@/ui/button'
import { FileInputButton } from '@/ui/file-input-button'
import { CameraIcon, EditIcon, PhoneIcon, UploadIcon } from '@/ui/icons'
import { Spinner } from '@/ui/spinner'

/** What the server reads; Safari turns the photos of a phone into the first of them. */
export const takenFormats = 'image/jpeg,image/png,image/webp'

interface TakeOrChooseProps {
  type: DocumentType
  /** The form that sends the file where there are no scripts. */
  form: string | undefined
  /** The id of the sentence that says what was wrong. */
  describedBy: string | undefined
  /** What was asked for and is still loading. */
  opening: Job | undefined
  onOpen: (job: Job) => void
  /** Shows how a phone takes the photos. */
  onPhone?: (() => void) | undefined
}

/** The ways to give one photo. */
export function TakeOrChoose({
  type,
  form,
  describedBy,
  opening,
  onOpen,
  onPhone,
}: TakeOrChooseProps) {
  const { t } = useTranslation('photos')
  const input = useRef<HTMLInputElement>(null)
  const open = useRef(onOpen)
  open.current = onOpen

  // A file chosen before the scripts came is taken now.
  useEffect(() => takeFrom(input.current, file => open.current(file)), [])

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    takeFrom(currentTarget, onOpen)

  const isSigned = type === 'signature'
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 min-[420px]:grid-cols-2">
        {isSigned && (
          <Button
            className="min-[420px]:col-span-2 noscript:hidden"
            icon={<EditIcon />}
            busy={opening === 'sign'}
            onClick={() => onOpen('sign')}
          >
            {t('sign')}
          </Button>
        )}
        <Button
          look={isSigned ? 'secondary' : 'primary'}
          wide
          className="px-3! noscript:hidden"
          icon={<CameraIcon />}
          busy={opening === 'camera'}
          onClick={() => onOpen('camera')}
        >
          {t('take')}
        </Button>
        <FileInputButton
          ref={input}
          name={type}
          form={form}
          accept={takenFormats}
          aria-label={t('chooseFor', { title: t(`${type}.title`) })}
          aria-describedby={describedBy}
          icon={opening instanceof File ? <Spinner /> : <UploadIcon />}
          onChange={choose}
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
        {onPhone && (
          <Button
            look="link"
            wide={false}
            icon={<PhoneIcon />}
            className="max-lg:hidden noscript:hidden"
            onClick={onPhone}
          >
            {t('phone')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The input is emptied, so that the same file can be chosen again. */
function takeFrom(input: HTMLInputElement | null, take: (file: File) => void): void {
  const file = input?.files?.[0]
  if (!input || !file) return
  input.value = ''
  take(file)
}
