import { english } from '@/features/dead-ends/english'
import { NotFound } from '@/features/dead-ends/not-found'
import { PlainPage } from '@/features/dead-ends/plain-page'

/** For addresses that no page answers, such as a picture that is gone. */
export default function MissingPage() {
  const { title, why, ...texts } = english.notFound
  return (
    <PlainPage title={title} lead={why}>
      <NotFound {...texts} />
    </PlainPage>
  )
}
