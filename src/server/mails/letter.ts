import type { Letter } from '@/server/mails/letter-blocks'
import { htmlOf } from '@/server/mails/letter-html'
import { textOf } from '@/server/mails/letter-text'

/** A letter as a mail takes it. */
export const mailOf = (letter: Letter) => ({
  language: letter.language,
  subject: letter.subject,
  text: textOf(letter),
  html: htmlOf(letter),
})
