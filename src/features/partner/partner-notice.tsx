import { useRouter } from 'next/router'
import { useTranslation } from '@/client/texts/use-translation'
import type { PartnerFailure } from '@/domain/links/partner-offer'
import { ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Tag } from '@/ui/tag'

interface PartnerNoticeProps {
  failure: PartnerFailure | undefined
  partner: string | null
}

export function PartnerNotice({ failure, partner }: PartnerNoticeProps) {
  const { t } = useTranslation('common')
  return (
    <>
      {failure && <PartnerLinkFailure failure={failure} partner={partner} />}
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

/** Never a dead end: the order continues with its current partner, or without one. */
function PartnerLinkFailure({
  failure,
  partner,
}: PartnerNoticeProps & { failure: PartnerFailure }) {
  const { t } = useTranslation('common')
  if (!partner)
    return (
      <LinkNotice title={t('partner.failed.title')} closeLabel={t('partner.goOn')}>
        {t(`partner.failed.${failure}`)}
      </LinkNotice>
    )
  // The link moved to another checkout, but this order has its partner again.
  if (failure === 'moved') return null
  return (
    <LinkNotice title={t('partner.kept.title')} closeLabel={t('partner.kept.close')}>
      {t('partner.kept.text', { partner })}
    </LinkNotice>
  )
}

type LinkNoticeProps = { title: string; closeLabel: string; children: string }

/** Result of the link until it is dismissed, which removes it from the URL. */
const LinkNotice = ({ title, closeLabel, children }: LinkNoticeProps) => (
  <Notice
    tone="advice"
    role="status"
    title={title}
    actions={
      <ButtonLink variant="link" wide={false} replace href={useUrlWithout('partner')}>
        {closeLabel}
      </ButtonLink>
    }
  >
    {children}
  </Notice>
)

/** URL of this page without one parameter. */
function useUrlWithout(parameter: string): string {
  const { asPath } = useRouter()
  const [path = '', search] = asPath.replace(/#.*/, '').split('?')
  const searchParams = new URLSearchParams(search)
  searchParams.delete(parameter)
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}
