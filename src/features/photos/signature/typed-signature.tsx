import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { SigningActions, useSigning } from '@/features/photos/signature/signing-actions'
import { signatureSize } from '@/features/photos/signature/use-signature-pad'
import { Checkbox } from '@/ui/checkbox'
import { TextField } from '@/ui/text-input'

interface TypedSignatureProps {
  name: string
  onUse: (canvas: HTMLCanvasElement) => Promise<void>
}

/** Handwriting fonts of Apple, Windows and Linux, then any. */
const handwritingFonts =
  '"Snell Roundhand", "Segoe Script", "Apple Chancery", "URW Chancery L", "Z003", "Brush Script MT", cursive'
const inkColor = '#14213d'

/** The name in a handwriting font, for customers who cannot or do not want to draw. */
export function TypedSignature({ name, onUse }: TypedSignatureProps) {
  const { t } = useTranslation('studio')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [signatureName, setSignatureName] = useState(name)
  const [isConfirmed, setConfirmed] = useState(false)
  const [invalidField, setInvalidField] = useState<'name' | 'meant'>()
  const signing = useSigning(onUse)

  useEffect(() => {
    if (canvas.current) drawName(canvas.current, signatureName.trim())
  }, [signatureName])

  const handleUse = () => {
    if (!canvas.current) return
    const missingField = signatureName.trim() === '' ? 'name' : isConfirmed ? undefined : 'meant'
    setInvalidField(missingField)
    if (missingField) document.getElementById(`signature-${missingField}`)?.focus()
    else void signing.sign(canvas.current)
  }

  const signOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) handleUse()
  }

  return (
    <>
      <TextField
        id="signature-name"
        name="signature-name"
        label={t('signature.name')}
        hint={t('signature.nameHint')}
        error={invalidField === 'name' ? t('signature.nameMissing') : undefined}
        value={signatureName}
        dir="auto"
        autoComplete="name"
        spellCheck={false}
        maxLength={80}
        onChange={event => {
          setSignatureName(event.target.value)
          setInvalidField(undefined)
        }}
        onKeyDown={signOnEnter}
      />
      <canvas
        ref={canvas}
        {...signatureSize}
        role="img"
        aria-label={t('signature.written', { name: signatureName.trim() })}
        className="mx-auto my-4 block aspect-3/1 w-full max-w-[120dvh] rounded-card border border-line bg-white"
      />
      <Checkbox
        id="signature-meant"
        name="signature-meant"
        className="pb-1"
        label={t('signature.meant')}
        error={invalidField === 'meant' ? t('signature.meantMissing') : undefined}
        checked={isConfirmed}
        onChange={event => {
          setConfirmed(event.target.checked)
          setInvalidField(undefined)
        }}
        onKeyDown={signOnEnter}
      />
      <SigningActions {...signing} onUse={handleUse} />
    </>
  )
}

/** Draws a name as large as fits. */
function drawName(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  const formatFont = (pixels: number) => `${pixels}px ${handwritingFonts}`
  const maxFontSize = height * 0.46
  context.font = formatFont(maxFontSize)
  const maxWidth = width * 0.86
  context.font = formatFont(
    maxFontSize * Math.min(1, maxWidth / Math.max(1, context.measureText(name).width)),
  )
  context.fillStyle = inkColor
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(name, width / 2, height / 2, maxWidth)
}
