/** Progress of an upload; `label` is its accessible name. */
export const UploadProgress = ({ label, percent }: { label: string; percent: number }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    className="h-2 overflow-hidden rounded-full bg-track"
  >
    <div
      className="h-full rounded-full bg-accent transition-[inline-size] duration-200"
      style={{ inlineSize: `${percent}%` }}
    />
  </div>
)
