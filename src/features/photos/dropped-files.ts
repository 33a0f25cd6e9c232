import { useEffect, useRef, useState } from 'react'

/**
 * Files dropped anywhere on the page or pasted into it go to the photo that is open; dropped beside their
 * place they would replace the page. True while a file is held over it.
 */
export function useDroppedFiles(isOn: boolean, take: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ isOn, take })
  latest.current = { isOn, take }
  useEffect(() => {
    const give = (files: FileList | undefined) => {
      const file = files?.[0]
      if (file && latest.current.isOn) latest.current.take(file)
    }
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(latest.current.isOn)
    }
    // Left for another element is not left.
    const leave = (event: DragEvent) => event.relatedTarget ?? setOver(false)
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      give(event.dataTransfer.files)
    }
    const paste = (event: ClipboardEvent) => give(event.clipboardData?.files)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [])
  return isOver
}
