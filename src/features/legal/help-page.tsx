import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { Button, ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { ChevronDownIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { PageLayout } from '@/ui/page-layout'
import { SellerContact } from '@/ui/site-footer'

const questions = ['what', 'photos', 'later', 'change', 'paid', 'refund'] as const

/** Frequent questions and contact details. */
export function HelpPage() {
  const { t } = useTranslation('legal')
  return (
    <PageLayout title={t('help.title')} lead={t('help.lead')}>
      <Group heading={t('help.questions')}>
        <div className="-my-3 divide-y divide-line">
          {questions.map(question => (
            <Question key={question} question={t(`help.${question}.question`)}>
              {t(`help.${question}.answer`)}
            </Question>
          ))}
        </div>
      </Group>
      <LastOrder />
      <MailLink />
      <Group heading={t('help.contact')}>
        <Contact />
      </Group>
      <ButtonLink variant="link" wide={false} href="/" className="mt-0 justify-self-start">
        {t('toOrder')}
      </ButtonLink>
    </PageLayout>
  )
}

/** A row as wide as the card; the answer opens below it. */
const Question = ({ question, children }: { question: string; children: ReactNode }) => (
  <details className="group/question">
    <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-control py-2.5 font-semibold hover:text-accent">
      <span className="min-w-0 wrap-anywhere">{question}</span>
      <ChevronDownIcon className="size-5 shrink-0 text-accent transition-transform duration-150 group-open/question:rotate-180" />
    </summary>
    <p className="pb-4 text-ink-2">{children}</p>
  </details>
)

/** Leads to the completed order that this browser had open before. */
function LastOrder() {
  const { t } = useTranslation('common')
  const { hasLastOrder } = usePage()
  if (!hasLastOrder) return null
  return (
    <ButtonLink variant="secondary" href="/open-order/">
      {t('notice.completed_order')}
    </ButtonLink>
  )
}

function Contact() {
  const { t } = useTranslation('legal')
  const { seller, siteUrl, payments } = usePage().settings
  if (seller && (seller.email || seller.phone)) return <SellerContact {...seller} />
  if (siteUrl)
    return (
      <p>
        {t('help.onSite')}
        <a href={siteUrl}>{t('help.siteLink')}</a>
      </p>
    )
  return <p>{t(payments === 'sandbox' ? 'help.testShop' : 'help.noContact')}</p>
}

/** Mails the customer a link to continue on another device; works without scripts. */
function MailLink() {
  const { t } = useTranslation('legal')
  const email = useCheckout(state => optimisticState(state).customer.email)
  const token = useCheckout(({ checkout }) => checkout.token)
  const outcome = useMailOutcome()
  if (!token) return null
  return (
    <Group heading={t('link.heading')}>
      {outcome && (
        <Notice role="status" tone={outcome === 'sent' ? 'ok' : 'advice'}>
          {t(`link.outcomes.${outcome}`)}
        </Notice>
      )}
      {email ? (
        <form method="post" action="/checkouts/api/mail-link/" className="grid gap-3">
          <p className="wrap-anywhere">{t('link.text', { email })}</p>
          <Button type="submit" variant="secondary" wide>
            {t('link.send')}
          </Button>
        </form>
      ) : (
        <p>{t('link.outcomes.no_email')}</p>
      )}
    </Group>
  )
}

const outcomes = ['sent', 'no_email', 'often', 'failed'] as const

/** Result of the last request, from the URL. */
function useMailOutcome() {
  const { mail } = useRouter().query
  return outcomes.find(outcome => outcome === mail)
}
