import { Invalid } from '@slipway/domain';

/** The whole content of a stream. Throws Invalid above this number of bytes. */
export async function bytesWithin(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > most) throw new Invalid(`it has more than ${most} bytes`);
    // The next read may overwrite this buffer.
    taken.push(Uint8Array.from(piece));
  }
  return Buffer.concat(taken);
}
