import type { KeyboardEvent } from 'react'

/** As in native lists: letters typed without a pause are one word. */
const pauseMs = 1000

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The word typed last. */
export function readTypedWord(keys: readonly Key[]): string {
  let previousTimeStamp = 0
  return keys.filter(isLetter).reduce((word, { key, timeStamp }) => {
    const isNew = timeStamp - previousTimeStamp > pauseMs
    previousTimeStamp = timeStamp
    return isNew ? key : word + key
  }, '')
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: Key) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey
