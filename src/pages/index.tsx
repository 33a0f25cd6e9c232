import { entryPage } from '@/server/pages/step-page'

/** Redirects to the customer's current step. */
export default function EntrancePage() {
  return null
}

export const getServerSideProps = entryPage
