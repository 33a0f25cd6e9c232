import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Files dropped or pasted anywhere on the page go to the open photo; dropped beside a drop zone
 * they would replace the page. True while a file is dragged over the page.
 */
export function useDroppedFiles(isEnabled: boolean, onFile: (file: File) => void): boolean {
  const [isDraggingOver, setDraggingOver] = useState(false)
  const handleFiles = useEffectEvent((files: FileList | undefined) => {
    const file = files?.[0]
    if (file && isEnabled) onFile(file)
  })
  const handleDragOver = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setDraggingOver(isEnabled)
  })
  useEffect(() => {
    // Moving to another element of the page is not leaving it.
    const handleDragLeave = (event: DragEvent) => event.relatedTarget ?? setDraggingOver(false)
    const handleDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDraggingOver(false)
      handleFiles(event.dataTransfer.files)
    }
    const handlePaste = (event: ClipboardEvent) => handleFiles(event.clipboardData?.files)
    window.addEventListener('dragover', handleDragOver)
    window.addEventListener('dragleave', handleDragLeave)
    window.addEventListener('drop', handleDrop)
    window.addEventListener('paste', handlePaste)
    return () => {
      window.removeEventListener('dragover', handleDragOver)
      window.removeEventListener('dragleave', handleDragLeave)
      window.removeEventListener('drop', handleDrop)
      window.removeEventListener('paste', handlePaste)
    }
  }, [])
  return isDraggingOver
}
