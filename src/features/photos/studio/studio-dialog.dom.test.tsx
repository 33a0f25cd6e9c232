import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { StudioDialog } from '@/features/photos/studio/studio-dialog'
import { renderPart } from '../../../../tests/support/render-part'
import { translateEnglish as translate } from '../../../../tests/support/texts'

/** A new photo, opened to be adjusted. */
function AdjustedPhoto({ onClose }: { onClose: () => void }) {
  const [isAdjusting, setAdjusting] = useState(true)
  return (
    <StudioDialog
      title=""
      status=""
      hasUnsavedWork
      onBack={isAdjusting ? () => setAdjusting(false) : undefined}
      onClose={onClose}
    >
      <button type="button">{isAdjusting ? 'Adjusting' : 'Photo'}</button>
    </StudioDialog>
  )
}

const findQuestion = () => screen.queryByText(translate('studio:leave.question'))

it('Esc leaves the view in the dialog first, then asks before the photo is lost', async () => {
  const onClose = vi.fn()
  const { user } = renderPart(<AdjustedPhoto onClose={onClose} />)
  screen.getByRole('button', { name: 'Adjusting' }).focus()
  await user.keyboard('{Escape}')
  screen.getByRole('button', { name: 'Photo' })
  expect(findQuestion()).toBeNull()
  await user.keyboard('{Escape}')
  expect(findQuestion()).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(findQuestion()).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
})

it('the back gesture of a phone leaves the view, too', () => {
  renderPart(<AdjustedPhoto onClose={() => undefined} />)
  const back = new Event('cancel', { cancelable: true })
  screen.getByRole('dialog').dispatchEvent(back)
  expect(back.defaultPrevented).toBe(true)
  expect(findQuestion()).toBeNull()
})
