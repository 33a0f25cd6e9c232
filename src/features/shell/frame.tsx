import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import {
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
  usePage,
  useSync,
} from '@/client/checkout/checkout-provider'
import { dismiss } from '@/client/store/notifications'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { Banner } from '@/ui/banner'
import { Button, ButtonLink } from '@/ui/button'
import { DocumentTitle } from '@/ui/document-title'
import { ChatIcon, LockIcon, ShieldIcon } from '@/ui/icons'
import { Notifications } from '@/ui/notifications'
import { SellerContact, SiteFooter, TrustBadge } from '@/ui/site-footer'
import { Logo, SkipLink, TopBar } from '@/ui/top-bar'

// Lazy: few links have a code that cannot be used.
const RefusedCoupon = dynamic(() =>
  import('@/features/shell/refused-coupon').then(({ RefusedCoupon }) => RefusedCoupon),
)

interface FrameProps {
  /** Title of the document. */
  title: string
  /** The language and currency button. */
  preferences?: ReactNode
  children: ReactNode
}

/** Layout of every page: header, notices, footer. */
export function Frame({ title, preferences, children }: FrameProps) {
  const { t } = useTranslation('common')
  const hasToken = useCheckout(({ checkout }) => checkout.token !== '')
  const { beginsNoCheckout, settings } = usePage()
  const hasChat = Boolean(settings.scripts?.chat)
  // Without a checkout the page is not the step; a page that begins none is no step.
  const fullTitle = hasToken || beginsNoCheckout ? `${title} – ${t('product')}` : t('product')
  useHeadingFocus()
  return (
    <DocumentTitle
      title={fullTitle}
      titleWithErrors={t('errors.titlePrefix', { title: fullTitle })}
    >
      <SkipLink label={t('skip')} />
      <SandboxBanner />
      <TopBar
        logo={<Logo name={t('logo')} />}
        actions={
          <>
            {preferences}
            <ButtonLink variant="header" wide={false} href="/help/" icon={<ChatIcon />}>
              <span>{t(hasChat ? 'openChat' : 'chat')}</span>
            </ButtonLink>
          </>
        }
      />
      <StateBanners />
      <RefusedCoupons />
      {children}
      <Footer />
      <Toasts />
    </DocumentTitle>
  )
}

function SandboxBanner() {
  const { t } = useTranslation('common')
  const { settings } = usePage()
  if (settings.payments !== 'sandbox') return null
  return (
    <Banner tone="info" label={t('sandbox.label')}>
      {t('sandbox.text')}
    </Banner>
  )
}

/** Notices about the session and the network. */
function StateBanners() {
  const { t } = useTranslation('common')
  const { notice } = usePage()
  const sync = useSync()
  // A paid order that is gone leaves the page: it is no start of a new order.
  const isExpired = useCheckout(
    ({ isExpired, checkout }) => isExpired && checkout.status === 'processing',
  )
  const isOffline = useIsOffline()
  const expiryText = isExpired && t('notice.expired_here')
  return (
    <>
      {notice && (
        <Banner tone="advice" role="status" label={t('notice.label')}>
          {(t as DynamicT)(`notice.${notice}`)}
          {notice === 'session_completed' && (
            <ButtonLink variant="link" wide={false} href="/open-order/">
              {t('notice.completed_order')}
            </ButtonLink>
          )}
        </Banner>
      )}
      {expiryText && (
        <Banner tone="advice" role="alert" label={t('notice.label')}>
          {expiryText}
          <Button variant="link" wide={false} onClick={() => void sync.startOver()}>
            {t('notice.start_over')}
          </Button>
        </Banner>
      )}
      {isOffline && (
        // Over the whole header: it stays in view and moves nothing.
        <Banner
          tone="advice"
          role="status"
          label={t('notice.label')}
          className="fixed inset-x-0 top-0 z-30 grid min-h-12 items-center lg:min-h-16"
        >
          {t('notice.offline')}
        </Banner>
      )}
    </>
  )
}

/** The browser has no network, or the last call did not reach the server. */
function useIsOffline(): boolean {
  const isUnreachable = useCheckout(({ saving }) => saving === 'offline')
  const hasNoNetwork = useSyncExternalStore(
    subscribeToNetwork,
    () => !navigator.onLine,
    () => false,
  )
  return isUnreachable || hasNoNetwork
}

function subscribeToNetwork(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Codes of the customer's link that cannot be used; shown until dismissed or the order is paid. */
function RefusedCoupons() {
  const isOpen = useCheckout(({ checkout }) => checkout.status === 'processing')
  const { settings } = usePage()
  const shopCoupons = [settings.promoCoupon, settings.newCustomerCoupon]
  // Initial value only: the result of a choice on this page is shown next to it and moves nothing
  // here.
  const [refusedCoupons] = useState(
    useCheckoutState('coupons_found').coupons_found.filter(
      ({ name, code, typed }) => code && !typed && !shopCoupons.includes(name),
    ),
  )
  return isOpen && refusedCoupons.length > 0 && <RefusedCoupon coupons={refusedCoupons} />
}

const legalPages = ['privacy', 'terms', 'guarantees'] as const

function Footer() {
  const { t } = useTranslation('common')
  const { settings } = usePage()
  const { seller, siteUrl } = settings
  const base = siteUrl ?? '/checkouts'
  return (
    <SiteFooter
      linksLabel={t('footer.links')}
      links={legalPages.map(page => ({ href: `${base}/${page}/`, label: t(`footer.${page}`) }))}
      badges={
        <>
          <TrustBadge icon={<ShieldIcon />}>{t('footer.guarantee')}</TrustBadge>
          <TrustBadge icon={<LockIcon />}>{t('footer.secure')}</TrustBadge>
        </>
      }
      smallPrint={
        <>
          {seller && <p>{t('footer.seller', { name: seller.name, address: seller.address })}</p>}
          <p>{t('footer.notGovernment')}</p>
        </>
      }
      contact={seller && <SellerContact {...seller} />}
    />
  )
}

function Toasts() {
  const { t } = useTranslation('common')
  const store = useCheckoutStore()
  const isOpen = useCheckout(({ checkout }) => checkout.status === 'processing')
  const notifications = useCheckout(state => state.notifications)
  const items = notifications
    .filter(({ endsOncePaid }) => isOpen || !endsOncePaid)
    .map(({ id, text, values, leaving }) => ({
      id,
      leaving,
      text: (t as DynamicT)(text, values),
    }))
  return (
    <Notifications
      label={t('notifications.label')}
      dismissLabel={t('notifications.dismiss')}
      // The text of a rare one is loading.
      items={items.filter(({ text }) => text !== '')}
      onDismiss={id => dismiss(store, id)}
    />
  )
}

let isFirstPage = true

/**
 * After client-side navigation, focuses the page's heading, or the heading of the section in the
 * URL's hash. The first page keeps the browser's own focus.
 */
function useHeadingFocus(): void {
  useEffect(() => {
    if (!isFirstPage) findHeading()?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
}

function findHeading(): HTMLElement | null {
  const sectionHeading = document.getElementById(location.hash.slice(1))?.querySelector('h2')
  sectionHeading?.setAttribute('tabindex', '-1')
  return sectionHeading ?? document.querySelector('h1')
}
