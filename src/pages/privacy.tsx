import { LegalLayout } from '@/layouts/legal-layout'
import { plainPage } from '@/server/pages/step-page'

export default function PrivacyPage() {
  return <LegalLayout id="privacy" />
}

export const getServerSideProps = plainPage(['legal'])
