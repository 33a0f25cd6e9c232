import type { Letter } from '@/server/mails/letter-blocks'
import { renderHtml } from '@/server/mails/letter-html'
import { renderText } from '@/server/mails/letter-text'

/** Renders a letter for the mail gateway. */
export const renderMail = (letter: Letter) => ({
  language: letter.language,
  subject: letter.subject,
  text: renderText(letter),
  html: renderHtml(letter),
})
