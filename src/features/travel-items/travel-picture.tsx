/** Drawing of an item; `alt` is empty because the name is next to it. */
export const TravelPicture = ({ code }: { code: string }) => (
  // biome-ignore lint/performance/noImgElement: a drawing of 700 bytes has nothing to be optimised
  <img
    src={`/checkouts/travel/${code}.svg`}
    alt=""
    width={64}
    height={64}
    loading="lazy"
    className="size-16 shrink-0 rounded-control bg-paper p-1.5"
  />
)
