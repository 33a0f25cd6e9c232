import type { Letter } from '@/server/mails/letter-blocks'
import { renderHtml } from '@/server/mails/letter-html'
import { renderText } from '@/server/mails/letter-text'

/** A letter as a mail takes it. */
export const renderMail = (letter: Letter) => ({
  language: letter.language,
  subject: letter.subject,
  text: renderText(letter),
  html: renderHtml(letter),
})
