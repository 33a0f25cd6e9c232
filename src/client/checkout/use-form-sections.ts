import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

export interface FormSections<Id extends string> {
  open: readonly Id[]
  /** Those that are open or were open before: the customer had the chance to answer. */
  asked: readonly Id[]
}

/**
 * The sections of a form that asks its questions one section at a time. Each has its id as the id
 * of its element; `start` runs once.
 */
export function useFormSections<Id extends string>(
  ids: readonly Id[],
  start: () => FormSections<Id>,
) {
  const [{ open, asked }, setSections] = useState(start)

  const openSections = (sections: readonly Id[]) =>
    setSections(previous => ({
      open: ids.filter(id => previous.open.includes(id) || sections.includes(id)),
      asked: ids.filter(id => previous.asked.includes(id) || sections.includes(id)),
    }))
  const findSections = (selector: string): Id[] =>
    ids.filter(id => document.querySelector(`#${id} ${selector}`))

  // Rows that were pressed before hydration are open; what is typed there keeps the focus.
  const openPressed = useEffectEvent(() => {
    const pressed = findSections('> details[open]')
    if (pressed.length > 0) queueMicrotask(() => openSections(pressed))
  })
  useEffect(() => {
    openPressed()
    showContent()
  }, [])

  return {
    open,
    asked,
    stateOf: (section: Id) => {
      if (open.includes(section)) return 'open'
      return asked.includes(section) ? 'answered' : 'later'
    },
    /** Opens a section and leads the customer to it. */
    openSection: (section: Id) => {
      flushSync(() => openSections([section]))
      focusSection(section)
    },
    /** Closes the others, opens a section and leads the customer to it. */
    ask: (section: Id) => {
      flushSync(() => setSections({ open: [section], asked: [...asked, section] }))
      focusSection(section)
    },
    closeAll: () => flushSync(() => setSections(({ asked }) => ({ open: [], asked }))),
    /** Opens the closed sections that have errors or advice. */
    openInvalid: () =>
      flushSync(() =>
        openSections(findSections(':is([aria-invalid=true],[data-invalid],[data-advised])')),
      ),
  }
}

/**
 * A reload restores the scroll position of a longer page, whose sections were open: then only the
 * summary beside the content is in view.
 */
function showContent(): void {
  const main = document.getElementById('main')
  if (main && main.getBoundingClientRect().bottom < 0) main.scrollIntoView()
}

/** Focuses the heading: on a phone, a focused field would cover half of the section. */
function focusSection(section: string): void {
  const element = document.getElementById(section)
  element?.scrollIntoView({ block: 'start' })
  element?.querySelector('h2')?.focus({ preventScroll: true })
}
