import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, useRef, useState } from 'react'
import { useSync } from '@/client/provider'
import { stepById } from '@/domain/steps'
import { PhotoCard } from '@/features/photos/photo-card'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'
import {
  LicenceBackPicture,
  LicenceFrontPicture,
  SelfiePicture,
  SignaturePicture,
} from '@/ui/photo-illustrations'

export const photosFormId = 'upload-photos'

const photos = [
  { id: 'selfie', Picture: SelfiePicture },
  { id: 'front', Picture: LicenceFrontPicture },
  { id: 'back', Picture: LicenceBackPicture },
  { id: 'signature', Picture: SignaturePicture },
]

/** Step 2: which photos a permit needs. They come later; nothing is asked for here. */
export function Photos() {
  const { t } = useTranslation(['photos', 'common'])
  const { goOn, isBusy, isUnsaved } = useAddLater()
  return (
    <form id={photosFormId} method="post" className="grid gap-5" onSubmit={goOn}>
      <Notice title={t('later.title')}>{t('later.text')}</Notice>
      <Group heading={t('heading')}>
        <ul className="grid gap-5 sm:grid-cols-2">
          {photos.map(({ id, Picture }) => (
            <PhotoCard key={id} id={id} picture={<Picture className="mx-auto max-w-[220px]" />} />
          ))}
        </ul>
      </Group>
      {isUnsaved && (
        <Notice tone="error" role="alert">
          {t('common:errors.couldNotSave')}
        </Notice>
      )}
      <Button type="submit" busy={isBusy} className="max-lg:hidden">
        {t('addLater')}
      </Button>
    </form>
  )
}

/** Remembers that the photos come later and opens the next step; says so when it cannot. */
function useAddLater() {
  const sync = useSync()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [isUnsaved, setUnsaved] = useState(false)
  const busy = useRef(false)
  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setUnsaved(false)
    // The server grants the step: the next page opens only when everything before it is there.
    sync.change({ approval_documents: { add_later: true }, step: 3 })
    const isSaved = await sync.flush()
    if (isSaved) await router.push(stepById('shipping').route)
    busy.current = false
    setBusy(false)
    setUnsaved(!isSaved)
  }
  return { goOn, isBusy, isUnsaved }
}
