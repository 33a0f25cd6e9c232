import { useIsHydrated } from '@/client/browser/use-is-hydrated'
import { useTranslation } from '@/client/texts/use-translation'
import { defaultMethodOf, type PhotosOfPage } from '@/features/photos/use-photos'
import { Button, type ButtonProps, buttonClasses } from '@/ui/button'
import { CameraIcon } from '@/ui/later-icons'

interface NextPhotoButtonProps {
  photos: PhotosOfPage
  variant?: ButtonProps['variant']
  className?: string
}

/** Takes the next photo. Until the page is hydrated it is a link to that photo's file field. */
export function NextPhotoButton({ photos, variant, className }: NextPhotoButtonProps) {
  const { t } = useTranslation('photos')
  const isHydrated = useIsHydrated()
  const { wantedType, tool, take, buildUrl } = photos
  if (!wantedType) return null
  const label = t(`${wantedType}.next`)
  const icon = wantedType === 'profile' && <CameraIcon />
  if (!isHydrated)
    return (
      <a
        href={`/checkouts${buildUrl(wantedType)}`}
        className={buttonClasses({ variant, wide: true }, className)}
      >
        {icon}
        {label}
      </a>
    )
  return (
    <Button
      variant={variant}
      wide
      className={className}
      icon={icon}
      busy={tool.isLoading(wantedType, defaultMethodOf(wantedType))}
      onClick={() => take(wantedType)}
    >
      {label}
    </Button>
  )
}
