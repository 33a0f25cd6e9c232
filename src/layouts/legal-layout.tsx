import { useTranslation } from '@/client/texts/use-translation'
import { LegalPage, type LegalPageId } from '@/features/legal/legal-page'
import { Preferences } from '@/features/preferences/preferences'
import { Frame } from '@/features/shell/frame'

/** A legal page within the frame of every page. */
export function LegalLayout({ id }: { id: LegalPageId }) {
  const { t } = useTranslation('legal')
  return (
    <Frame title={t(`${id}.title`)} preferences={<Preferences />}>
      <LegalPage id={id} />
    </Frame>
  )
}
