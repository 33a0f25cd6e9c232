import { missingPhotos } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import type { Letter } from '@/server/mails/letter-blocks'
import { wordsIn } from '@/server/mails/mail-texts'
import { footerOf, helpLinks } from '@/server/mails/parts'
import { photosPart } from '@/server/mails/photos'
import type { Message } from '@/server/outbox/messages'

/** Reminds of the photos that are missing; nothing to write once all have come. */
export async function addPhotosMail(
  backend: Backend,
  message: Message,
): Promise<Letter | undefined> {
  const { order, state, language } = message
  const count = missingPhotos(state.approval_documents.images).length
  if (count === 0) return undefined
  const words = await wordsIn(language)
  const { t, dir } = words
  return {
    language: words.language,
    dir,
    labelled: words.labelled,
    subject: t('addPhotos.subject', { count, number: order.id }),
    title: t('addPhotos.title'),
    blocks: [
      { kind: 'text', text: t('addPhotos.text') },
      ...(await photosPart(backend, words, message)),
      { kind: 'facts', facts: [{ label: t('thank-you:number'), value: order.id }] },
      helpLinks(backend, words),
    ],
    footer: footerOf(backend, words),
  }
}
