import { useRouter } from 'next/router'
import { useDestinationName } from '@/client/format/use-destination-name'
import { useTranslation } from '@/client/texts/use-translation'
import { CountryPage } from '@/features/countries/country-page'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'
import { countryPage } from '@/server/pages/step-page'

export default function CountryInfoPage() {
  const { t } = useTranslation('permits')
  const id = String(useRouter().query['country'])
  const country = useDestinationName()(id)
  return (
    <Frame title={t('link', { country })} preferences={<Preferences />}>
      <CountryPage id={id} />
    </Frame>
  )
}

export const getServerSideProps = countryPage(['permits', 'permit-notes', 'pickers', 'legal'])
