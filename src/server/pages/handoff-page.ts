import type { GetServerSideProps } from 'next'
import type { SSRConfig } from 'next-i18next/pages'
import type { Settings } from '@/contract/page'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { directionOf } from '@/domain/data/languages'
import { headerOf } from '@/server/http/request'
import { answering } from '@/server/pages/page-response'
import { photoPassOf } from '@/server/photos/photo-access'
import { languageOf, textLanguageOf } from '@/server/texts/language'
import { textsOf } from '@/server/texts/load-texts'

/** What the page of a device is given that was let in for photos alone: nothing else of the order. */
export interface LentPhotosProps extends SSRConfig {
  language: string
  textLanguage: string
  dir: 'ltr' | 'rtl'
  apiKey: string
  photoDays: Settings['photoDays']
  /** Null before a link was opened here, and once its time is over. */
  pass: { images: ApprovalImage[]; isClosed: boolean; expiresAt: string } | null
}

/** The page that a link for another device leads to. What opens it never reaches the server by its address. */
export const lentPhotosPage =
  (namespaces: string[]): GetServerSideProps<LentPhotosProps> =>
  context =>
    answering(context, async open => {
      const pass = await photoPassOf(open, context.req)
      const language = languageOf(headerOf(context.req), pass?.language)
      const textLanguage = textLanguageOf(language)
      return {
        props: {
          ...(await textsOf(textLanguage, ['common', ...namespaces])),
          language,
          textLanguage,
          dir: directionOf(textLanguage),
          apiKey: open.env.apiKey,
          photoDays: open.env.photoDays,
          pass: pass && {
            images: pass.images,
            isClosed: pass.isClosed,
            expiresAt: pass.expiresAt.toISOString(),
          },
        },
      }
    })
