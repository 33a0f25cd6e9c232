import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef, useState } from 'react'
import { SigningActions } from '@/features/photos/signature/signing-actions'
import { signatureSize } from '@/features/photos/signature/use-pad'
import { useSigning } from '@/features/photos/signature/use-signing'
import { Checkbox } from '@/ui/checkbox'
import { TextField } from '@/ui/text-input'

interface TypedSignatureProps {
  name: string
  onUse: (canvas: HTMLCanvasElement) => Promise<void>
}

/** The handwriting that systems bring along: Apple's, Windows', Linux', then any. */
const handwriting =
  '"Snell Roundhand", "Segoe Script", "Apple Chancery", "URW Chancery L", "Z003", "Brush Script MT", cursive'
const inkColor = '#14213d'

/** The name in handwriting, for customers who cannot or would rather not draw. */
export function TypedSignature({ name, onUse }: TypedSignatureProps) {
  const { t } = useTranslation('studio')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [typed, setTyped] = useState(name)
  const [isMeant, setMeant] = useState(false)
  const [wrong, setWrong] = useState<'name' | 'meant'>()
  const signing = useSigning(onUse)

  useEffect(() => {
    if (canvas.current) write(canvas.current, typed.trim())
  }, [typed])

  const use = () => {
    if (!canvas.current) return
    const missing = typed.trim() === '' ? 'name' : isMeant ? undefined : 'meant'
    setWrong(missing)
    if (missing) document.getElementById(`signature-${missing}`)?.focus()
    else void signing.sign(canvas.current)
  }

  return (
    <>
      <TextField
        id="signature-name"
        name="signature-name"
        label={t('signature.name')}
        hint={t('signature.nameHint')}
        error={wrong === 'name' ? t('signature.nameMissing') : undefined}
        value={typed}
        dir="auto"
        autoComplete="name"
        spellCheck={false}
        maxLength={80}
        onChange={event => {
          setTyped(event.target.value)
          setWrong(undefined)
        }}
      />
      <canvas
        ref={canvas}
        {...signatureSize}
        role="img"
        aria-label={t('signature.written', { name: typed.trim() })}
        className="mx-auto my-4 block aspect-3/1 w-full max-w-[120dvh] rounded-card border border-line bg-white"
      />
      <Checkbox
        id="signature-meant"
        name="signature-meant"
        label={t('signature.meant')}
        error={wrong === 'meant' ? t('signature.meantMissing') : undefined}
        checked={isMeant}
        onChange={event => {
          setMeant(event.target.checked)
          setWrong(undefined)
        }}
      />
      <SigningActions {...signing} onUse={use} />
    </>
  )
}

/** Writes a name as large as fits. */
function write(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  const font = (pixels: number) => `${pixels}px ${handwriting}`
  const largest = height * 0.46
  context.font = font(largest)
  const room = width * 0.86
  context.font = font(largest * Math.min(1, room / Math.max(1, context.measureText(name).width)))
  context.fillStyle = inkColor
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(name, width / 2, height / 2, room)
}
