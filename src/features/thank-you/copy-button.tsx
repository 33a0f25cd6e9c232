import { useTranslation } from 'next-i18next/pages'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { CheckIcon, CopyIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'

interface CopyButtonProps {
  text: string
  /** What the text is. */
  kind: 'number' | 'link'
}

/** Copies a text. Where the browser does not allow it, what stands beside the button can still be copied. */
export function CopyButton({ text, kind }: CopyButtonProps) {
  const { t } = useTranslation('thank-you')
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return (
    <>
      <Button
        variant="ghost"
        icon={state === 'copied' ? <CheckIcon /> : <CopyIcon />}
        onClick={copy}
      >
        {t(`copy.${kind}.${state}`)}
      </Button>
      <LiveRegion>{state !== 'idle' && t(`copy.${kind}.${state}`)}</LiveRegion>
    </>
  )
}
