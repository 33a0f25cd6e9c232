import { useState } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { Button } from '@/ui/button'
import { CheckIcon } from '@/ui/icons'
import { CopyIcon } from '@/ui/later-icons'
import { LiveRegion } from '@/ui/live-region'

interface CopyButtonProps {
  text: string
  kind: 'number' | 'link'
}

/** Copies a text. If the browser refuses, the text beside the button can be copied by hand. */
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
        className="min-w-28 whitespace-normal"
        icon={state === 'copied' ? <CheckIcon /> : <CopyIcon />}
        onClick={copy}
      >
        {t(`copy.${kind}.${state}`)}
      </Button>
      <LiveRegion>{state !== 'idle' && t(`copy.${kind}.${state}`)}</LiveRegion>
    </>
  )
}
