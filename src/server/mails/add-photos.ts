import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import { buildFrame, buildHelpLinks } from '@/server/mails/common-blocks'
import type { Letter } from '@/server/mails/letter-blocks'
import { loadMailTexts } from '@/server/mails/mail-texts'
import { buildPhotoBlocks } from '@/server/mails/photo-blocks'
import type { Message } from '@/server/outbox/load-message'

/** The reminder of missing photos; undefined when none is missing, or the permit was sent without. */
export async function buildAddPhotosMail(
  backend: Backend,
  message: Message,
): Promise<Letter | undefined> {
  const { order, state, language } = message
  const count = findMissingPhotoTypes(state.approval_documents.images).length
  if (count === 0 || order.status !== 'paid') return undefined
  const texts = await loadMailTexts(language)
  const { t } = texts
  return {
    ...buildFrame(backend, texts),
    subject: t('addPhotos.subject', { count, number: order.id }),
    title: t('addPhotos.title'),
    blocks: [
      { kind: 'text', text: t('addPhotos.text') },
      ...(await buildPhotoBlocks(backend, texts, message)),
      { kind: 'facts', facts: [{ label: t('thank-you:number'), value: order.id }] },
      buildHelpLinks(backend, texts),
    ],
  }
}
