import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import type { PartnerFailure } from '@/domain/links/partner-offer'
import { ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Tag } from '@/ui/tag'

interface PartnerToldProps {
  failure: PartnerFailure | undefined
  partner: string | null
}

export function PartnerTold({ failure, partner }: PartnerToldProps) {
  const { t } = useTranslation('common')
  return (
    <>
      {failure && <LinkFailed failure={failure} partner={partner} />}
      {partner && (
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Tag tone="soft">{t('partner.label')}</Tag>
          <b className="wrap-anywhere">
            <bdi>{partner}</bdi>
          </b>
        </p>
      )}
    </>
  )
}

/** Never a dead end: the order goes on with the partner it has, or without one. */
function LinkFailed({ failure, partner }: { failure: PartnerFailure; partner: string | null }) {
  if (!partner) return <PartnerFailed failure={failure} />
  // It has come back since.
  return failure !== 'moved' && <PartnerKept partner={partner} />
}

function PartnerKept({ partner }: { partner: string }) {
  const { t } = useTranslation('common')
  return (
    <LinkNotice title={t('partner.kept.title')} close={t('partner.kept.close')}>
      {t('partner.kept.text', { partner })}
    </LinkNotice>
  )
}

function PartnerFailed({ failure }: { failure: PartnerFailure }) {
  const { t } = useTranslation('common')
  return (
    <LinkNotice title={t('partner.failed.title')} close={t('partner.goOn')}>
      {t(`partner.failed.${failure}`)}
    </LinkNotice>
  )
}

type LinkNoticeProps = { title: string; close: string; children: string }

/** What became of the link, until it is put away: the address no longer says it then. */
const LinkNotice = ({ title, close, children }: LinkNoticeProps) => (
  <Notice
    tone="advice"
    role="status"
    title={title}
    actions={
      <ButtonLink look="secondary" wide={false} replace href={useAddressWithout('partner')}>
        {close}
      </ButtonLink>
    }
  >
    {children}
  </Notice>
)

/** This page's address, without what one of its parameters says. */
function useAddressWithout(parameter: string): string {
  const { asPath } = useRouter()
  const [path = '', search] = asPath.replace(/#.*/, '').split('?')
  const rest = new URLSearchParams(search)
  rest.delete(parameter)
  return rest.size > 0 ? `${path}?${rest}` : path
}
