/** A country's flag, never a language's. Decorative: the country's name is beside it. */
export const Flag = ({ src }: { src: string }) => (
  // biome-ignore lint/performance/noImgElement: a flag is smaller than what an optimiser would send
  <img
    src={src}
    alt=""
    width="24"
    height="16"
    loading="lazy"
    className="shrink-0 rounded-[3px] shadow-[0_0_0_1px_rgb(20_33_61/0.12)]"
  />
)
