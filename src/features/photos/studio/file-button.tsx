import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from '@/ui/button'

interface FileButtonProps {
  onFile: (file: File) => void
  /** Opens the system's camera, for pages without a camera of their own. */
  capture?: 'user' | 'environment'
  variant?: ButtonProps['variant']
  icon?: ReactNode
  children: ReactNode
}

/** A real button in front of the file input, which voice control cannot press. */
export function FileButton({
  onFile,
  capture,
  variant = 'secondary',
  icon,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Emptied, so that the same file can be chosen again.
    event.target.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        // JPEG first, and no HEIC: iPhones and Macs then convert the photo to JPEG.
        accept="image/jpeg,image/png,image/webp"
        {...(capture && { capture })}
        onChange={handleChange}
      />
      <Button variant={variant} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
