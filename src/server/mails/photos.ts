import { missingPhotos } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import type { Block } from '@/server/mails/letter-blocks'
import type { Words } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/messages'
import { mailedCode } from '@/server/photos/handoff-link'

/** Which photos are missing, and the way to add the first of them from any device; nothing once all are there. */
export async function photosPart(
  backend: Backend,
  { t }: Words,
  { checkoutId, state }: Message,
): Promise<Block[]> {
  const missing = missingPhotos(state.approval_documents.images)
  const [first] = missing
  if (!first) return []
  // Behind the #, where no server, proxy or log sees it.
  const code = await mailedCode(backend, checkoutId)
  const href = `${backend.env.appUrl}/checkouts/photos/?doc=${first}#${code}`
  const count = missing.length
  return [
    {
      kind: 'notice',
      title: t('thank-you:photos.title', { count }),
      text: t('thank-you:photos.text'),
      list: missing.map(type => t(`thank-you:photos.${type}`)),
    },
    {
      kind: 'button',
      label: t('thank-you:photos.add', { count }),
      href,
      note: t('photos.note'),
    },
  ]
}
