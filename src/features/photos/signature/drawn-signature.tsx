import { useId, useState } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import { adviseOnPhoto, type PhotoAdvice } from '@/domain/photos/photo-quality'
import { SigningActions, useSigning } from '@/features/photos/signature/signing-actions'
import { type Drawing, useSignaturePad } from '@/features/photos/signature/use-signature-pad'
import { Button } from '@/ui/button'
import { ErrorText, Hint } from '@/ui/field'

interface DrawnSignatureProps {
  /** Strokes of an earlier, unmounted box. */
  savedDrawing: Drawing | null
  /** Called when the box unmounts. */
  onSave: (drawing: Drawing | null) => void
  onChange: (hasDrawn: boolean) => void
  onUse: (canvas: HTMLCanvasElement) => Promise<void>
}

/** Signature drawn with a finger, a pen or a mouse. */
export function DrawnSignature({ savedDrawing, onSave, onChange, onUse }: DrawnSignatureProps) {
  const { t } = useTranslation('studio')
  const id = useId()
  const [advice, setAdvice] = useState<PhotoAdvice>()
  const { canvas, isEmpty, canUndo, clear, undo, renderCanvas } = useSignaturePad(
    savedDrawing,
    onSave,
    hasDrawn => {
      setAdvice(undefined)
      onChange(hasDrawn)
    },
  )
  const signing = useSigning(onUse)

  const handleUse = () => {
    const signature = renderCanvas()
    const foundAdvice = findAdvice(signature)
    setAdvice(foundAdvice)
    if (!foundAdvice) void signing.sign(signature)
  }

  return (
    <>
      <Hint id={id} className="hidden pb-3 tall:block">
        {t('signature.drawHint')}
        <span className="hidden pointer-coarse:max-lg:block">{t('signature.drawTurn')}</span>
      </Hint>
      {/* In landscape on a phone the buttons are beside the box, so that everything is visible. */}
      <div className="flex flex-wrap items-start gap-x-4 tall:contents">
        <div className="flex min-w-0 grow basis-80 flex-col tall:basis-0">
          <div className="relative min-h-[max(5rem,calc(100dvh-212px))] grow overflow-hidden rounded-card border-[1.5px] border-control bg-white tall:min-h-40 lg:tall:min-h-[min(48dvh,420px)]">
            <canvas
              ref={canvas}
              role="img"
              aria-label={isEmpty ? t('signature.box') : t('signature.boxDrawn')}
              className="absolute inset-0 block size-full cursor-crosshair touch-none"
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-x-[6%] bottom-[30%] border-control border-b border-dashed"
            />
          </div>
        </div>
        <div className="grid basis-44 gap-3 tall:contents">
          <div className="flex flex-wrap items-center gap-3 tall:pt-3">
            <Button
              variant="ghost"
              className={disabledClassName}
              aria-disabled={!canUndo || undefined}
              onClick={undo}
            >
              {t('signature.undo')}
            </Button>
            <Button
              variant="ghost"
              className={disabledClassName}
              aria-disabled={isEmpty || undefined}
              onClick={clear}
            >
              {t('signature.clear')}
            </Button>
            {/* Beside the buttons, so that the box does not move under the finger. */}
            <div role="alert" className="min-w-0 grow basis-24">
              <ErrorText id={id} className="block pb-0">
                {advice && (advice === 'blank' ? t('signature.blank') : t('signature.scribble'))}
              </ErrorText>
            </div>
          </div>
          <SigningActions {...signing} isBeside onUse={handleUse} />
        </div>
      </div>
    </>
  )
}

/** Looks disabled but retains its place in the tab order. */
const disabledClassName =
  'aria-disabled:border-dashed aria-disabled:bg-paper aria-disabled:text-ink-3 aria-disabled:hover:border-line aria-disabled:hover:text-ink-3'

/** An empty box, a dot or a scribble is not a signature. */
function findAdvice(canvas: HTMLCanvasElement): PhotoAdvice | undefined {
  const { width, height } = canvas
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
  if (!data) return
  return adviseOnPhoto({
    type: 'signature',
    size: canvas,
    pixels: { data, width, height },
    isDuplicate: false,
  })[0]
}
