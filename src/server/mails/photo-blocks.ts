import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import type { Block } from '@/server/mails/letter-blocks'
import type { MailTexts } from '@/server/mails/mail-texts'
import type { Message } from '@/server/outbox/load-message'
import { createMailedCode } from '@/server/photos/handoff-link'

/**
 * The missing photos and a link to add the first of them on any device; empty when none is missing.
 */
export async function buildPhotoBlocks(
  backend: Backend,
  { t }: MailTexts,
  { order, state }: Message,
): Promise<Block[]> {
  const missingTypes = findMissingPhotoTypes(state.approval_documents.images)
  const [firstMissing] = missingTypes
  if (!firstMissing) return []
  // In the fragment, which servers, proxies and logs do not see.
  const code = await createMailedCode(backend, order.checkoutId)
  const href = `${backend.env.appUrl}/checkouts/photos/?doc=${firstMissing}#${code}`
  const count = missingTypes.length
  return [
    {
      kind: 'notice',
      title: t('thank-you:photos.title', { count }),
      text: t('thank-you:photos.text'),
      list: missingTypes.map(type => t(`thank-you:photos.${type}`)),
    },
    {
      kind: 'button',
      label: t('thank-you:photos.add', { count }),
      href,
      note: t('photos.note'),
    },
  ]
}
