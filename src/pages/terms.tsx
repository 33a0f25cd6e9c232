import { LegalLayout } from '@/layouts/legal-layout'
import { plainPage } from '@/server/pages/step-page'

export default function TermsPage() {
  return <LegalLayout id="terms" />
}

export const getServerSideProps = plainPage(['legal'])
