/**
 * Visits the pixels that are ones in a mask and connected with `start`, which is one of them, and
 * sets them to zero. `width` is the mask's, in pixels; pixels are indexes of the mask.
 */
export function takeConnected(
  mask: Uint8Array,
  width: number,
  start: number,
  visit: (pixel: number) => void,
): void {
  const stack = [start]
  mask[start] = 0
  for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
    visit(pixel)
    const column = pixel % width
    const neighbours = [pixel - width, pixel + width]
    if (column > 0) neighbours.push(pixel - 1)
    if (column < width - 1) neighbours.push(pixel + 1)
    for (const neighbour of neighbours)
      if (mask[neighbour]) {
        mask[neighbour] = 0
        stack.push(neighbour)
      }
  }
}
