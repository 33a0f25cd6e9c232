import type { GetServerSideProps } from 'next'
import type { PageTexts, Settings } from '@/contract/page'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { OrderClosure } from '@/domain/checkout/order-closure'
import { directionOf } from '@/domain/data/languages'
import { createHeaderReader } from '@/server/http/request'
import { handlePage } from '@/server/pages/page-response'
import { readPhotoPass } from '@/server/photos/handoff-link'
import { resolveLanguage } from '@/server/texts/language'
import { loadTexts } from '@/server/texts/load-texts'

/** The props of a device with a photo pass: photos only, nothing else of the order. */
export interface HandoffPageProps {
  texts: PageTexts
  language: string
  dir: 'ltr' | 'rtl'
  apiKey: string
  photoDays: Settings['photoDays']
  isSandbox: boolean
  /** Null before a link was opened on this device, and after the pass has expired. */
  pass: { images: ApprovalImage[]; closure: OrderClosure | null; expiresAt: string } | null
}

/**
 * The page of a hand-off link. The link's code is behind the `#`, so it never reaches the server in
 * the address.
 */
export const handoffPage =
  (namespaces: string[]): GetServerSideProps<HandoffPageProps> =>
  context =>
    handlePage(context, async backend => {
      const pass = await readPhotoPass(backend, context.req)
      const language = resolveLanguage(createHeaderReader(context.req), pass?.language)
      return {
        props: {
          texts: await loadTexts(language, ['common', ...namespaces]),
          language,
          dir: directionOf(language),
          apiKey: backend.env.apiKeys[0],
          photoDays: backend.env.photoDays,
          isSandbox: backend.env.payments === 'sandbox',
          pass: pass && {
            images: pass.images,
            closure: pass.closure,
            expiresAt: pass.expiresAt.toISOString(),
          },
        },
      }
    })
