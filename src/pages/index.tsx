import { entryPage } from '@/server/pages/step-page'

/** Nobody stays here: the customer is sent to where the order stands. */
export default function EntrancePage() {
  return null
}

export const getServerSideProps = entryPage
