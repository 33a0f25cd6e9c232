import { entrance } from '@/server/page'

/** Nobody stays here: the customer is sent to where the order stands. */
export default function EntrancePage() {
  return null
}

export const getServerSideProps = entrance
