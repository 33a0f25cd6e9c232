import { LegalLayout } from '@/layouts/legal-layout'
import { plainPage } from '@/server/pages/step-page'

export default function GuaranteesPage() {
  return <LegalLayout id="guarantees" />
}

export const getServerSideProps = plainPage(['legal'])
